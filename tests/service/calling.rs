//! docs/calling.md is true: it has every reason that an error may have, and no other; and the policies of examples/clients name
//! methods that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tilewright::grpc::service_names;

/// Words in capitals that src/grpc has in quotes and that are no reasons.
const OTHERS: [&str; 3] = ["METHOD_CYCLIC", "METHOD_STAR", "OUT_DIR"];

/// Whether this is written as reasons are.
fn like_a_reason(word: &str) -> bool {
    word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// All words like reasons that stand in quotes in the code below this directory, tests apart.
fn reasons_of(directory: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            reasons_of(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap();
            found.extend(code.split('"').filter(|word| like_a_reason(word)).map(str::to_owned));
        }
    }
}

#[test]
fn every_reason_is_in_calling_md_and_no_other() {
    let mut reasons = BTreeSet::new();
    reasons_of(Path::new("src/grpc"), &mut reasons);
    for other in OTHERS {
        reasons.remove(other);
    }
    // The reason of an error with no field to blame, which no error is.
    assert!(reasons.remove("INVALID"));

    let page = fs::read_to_string("docs/calling.md").unwrap();
    let (_, tables) = page.split_once("## Errors").unwrap();
    let told: BTreeSet<String> = tables
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').next())
        .flat_map(|cell| cell.split('`'))
        .filter(|word| like_a_reason(word))
        .map(str::to_owned)
        .collect();
    assert_eq!(told, reasons, "docs/calling.md has to name the reasons of src/grpc, each once");
}

#[test]
fn the_policies_name_methods_that_there_are() {
    let services = service_names();
    let contract: String = fs::read_dir("proto/tilewright/v1")
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    for policy in ["service-config.json", "service-config.hedging.json"] {
        let text = fs::read_to_string(Path::new("examples/clients").join(policy)).unwrap();
        let policy: serde_json::Value = serde_json::from_str(&text).unwrap();
        let names = policy["methodConfig"].as_array().unwrap().iter().flat_map(|one| one["name"].as_array().unwrap());
        for name in names {
            let service = name["service"].as_str().unwrap();
            assert!(services.contains(&service), "{service}");
            if let Some(method) = name["method"].as_str() {
                assert!(contract.contains(&format!("rpc {method}(")), "{method}");
            }
        }
    }
}
