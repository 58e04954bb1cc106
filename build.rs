//! Compiles the contract in proto/ with protox, so that a build needs no `protoc`, and keeps its descriptors for reflection;
//! packs the word lists in src/lexicon/data/, which src/lexicon/embedded.rs reads.

use std::error::Error;
use std::path::{Path, PathBuf};

use miniz_oxide::deflate::compress_to_vec_zlib;
use prost::Message as _;

/// Where the contract lies.
const CONTRACT: &str = "proto";

/// Where the word lists lie.
const LISTS: &str = "src/lexicon/data";
/// How hard the word lists are squeezed, of 10.
const LEVEL: u8 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    compile_contract()?;
    pack_lists()
}

fn compile_contract() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CONTRACT}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(Path::new(CONTRACT).join("tilewright/v1"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "proto"));
    // A directory is read in no particular order, and the generated code shall not depend on it.
    files.sort();

    let mut descriptors = protox::compile(&files, [CONTRACT])?;
    tonic_prost_build::configure()
        .emit_rerun_if_changed(false)
        // Streams are boxed, so that a service need not name the type of each.
        .generate_default_stubs(true)
        // A message that cannot be decoded is the caller's mistake, not the service's.
        .codec_path("crate::grpc::codec::ContractCodec")
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
    println!("cargo::rerun-if-changed={LISTS}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("words");
    std::fs::create_dir_all(&out)?;
    for entry in std::fs::read_dir(LISTS)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "words") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let (head, words) = text.split_at(text.find("\nwords ").map_or(text.len(), |at| at + 1));
        let name = path.file_stem().unwrap_or_default();
        std::fs::write(out.join(name).with_extension("head"), head)?;
        std::fs::write(out.join(name).with_extension("zlib"), compress_to_vec_zlib(words.as_bytes(), LEVEL))?;
    }
    Ok(())
}
