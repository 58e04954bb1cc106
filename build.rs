//! Compiles the contract in proto/ with protox, so that a build needs no `protoc`, and keeps its descriptors for reflection;
//! packs the word lists in src/lexicon/data/, which src/lexicon/embedded.rs reads, and puts together the weights of their words,
//! which src/generate/fillings/weights.rs reads.

use std::error::Error;
use std::path::PathBuf;

use miniz_oxide::deflate::compress_to_vec_zlib;
use prost::Message as _;

/// Where the contract lies.
const CONTRACT: &str = "proto";

/// Where the weights of words lie.
const WEIGHTS: &str = "src/generate/fillings/data";
/// Where the word lists lie.
const LISTS: &str = "src/lexicon/data";
/// How hard the word lists are squeezed, of 10.
const LEVEL: u8 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    compile_contract()?;
    pack_lists()?;
    gather_weights()
}

fn compile_contract() -> Result<(), Box<dyn Error>> {
    let files = files(&format!("{CONTRACT}/tilewright/v1"), "proto")?;
    let mut descriptors = protox::compile(&files, [CONTRACT])?;
    tonic_prost_build::configure()
        .emit_rerun_if_changed(false)
        // Streams are boxed, so that a service need not name the type of each.
        .generate_default_stubs(true)
        // A message that cannot be decoded is the caller's mistake, not the service's.
        .codec_path("crate::grpc::codec::ContractCodec")
        // A message may have hundreds of thousands of events that say nothing, and each takes the room of the largest.
        .boxed(".tilewright.v1.BlindSessionRequest.event.open")
        .boxed(".tilewright.v1.BlindSessionRequest.event.report")
        .compile_fds(descriptors.clone())?;

    // Reflection tells names and types; comments would only make the binary larger.
    for file in &mut descriptors.file {
        file.source_code_info = None;
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("tilewright.v1.bin");
    std::fs::write(out, descriptors.encode_to_vec())?;
    Ok(())
}

/// Makes two files of each list: its header as it is, and its words compressed.
fn pack_lists() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("words");
    std::fs::create_dir_all(&out)?;
    for path in files(LISTS, "words")? {
        let text = std::fs::read_to_string(&path)?;
        let (head, words) = text.split_at(text.find("\nwords ").map_or(text.len(), |at| at + 1));
        let name = path.file_stem().unwrap_or_default();
        std::fs::write(out.join(name).with_extension("head"), head)?;
        std::fs::write(out.join(name).with_extension("zlib"), compress_to_vec_zlib(words.as_bytes(), LEVEL))?;
    }
    Ok(())
}

/// Puts all files of weights together, each behind a line that says its layout, as the end of its name does.
fn gather_weights() -> Result<(), Box<dyn Error>> {
    let mut gathered = String::new();
    for path in files(WEIGHTS, "weights")? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let layout = name.rsplit('-').next().unwrap_or_default();
        gathered.extend(["layout ", layout, "\n", &std::fs::read_to_string(&path)?]);
    }
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("weights"), gathered)?;
    Ok(())
}

/// The files in this directory with this ending; another one, or a change of one, builds anew. A directory is read in no
/// particular order, and what is built shall not depend on it.
fn files(directory: &str, ending: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={directory}");
    let paths = std::fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<PathBuf>, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|own| own == ending));
    paths.sort();
    Ok(paths)
}
