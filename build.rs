//! Compiles the contract in proto/ with protox, so that a build needs no `protoc`, and keeps its descriptors for reflection.

use std::error::Error;
use std::path::{Path, PathBuf};

use prost::Message as _;

/// Where the contract lies.
const CONTRACT: &str = "proto";

fn main() -> Result<(), Box<dyn Error>> {
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
