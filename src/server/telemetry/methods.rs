//! The methods that are served, by the path of their calls.
//!
//! A caller may call any path. What is no method here counts as `unknown`, so that nobody can fill the metrics with names.

use std::collections::HashMap;
use std::sync::LazyLock;

use prost::Message as _;
use prost_types::FileDescriptorSet;

use crate::grpc::proto;

/// A method as logs and metrics know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// `package.Service/Method`, or `unknown`.
    pub name: &'static str,
    /// Health or reflection: logged at debug level, and no reason to put off the end of a drain.
    pub probe: bool,
    /// Whether its caller sends a stream of messages, and not one.
    pub client_streams: bool,
    /// Whether it is answered by a stream of messages, which may last, and not one.
    pub server_streams: bool,
}

/// What no descriptor names.
const UNKNOWN: Method = Method { name: "unknown", probe: false, client_streams: false, server_streams: false };

/// All descriptors that are served: of the house, and of what watches over it.
pub const DESCRIPTORS: [(&[u8], bool); 4] = [
    (proto::DESCRIPTORS, false),
    (tonic_health::pb::FILE_DESCRIPTOR_SET, true),
    (tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET, true),
    (tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET, true),
];

/// `package.Service/Method`, whether it is a probe, and whether its caller and its server send a stream.
static NAMES: LazyLock<Vec<(String, bool, bool, bool)>> = LazyLock::new(|| {
    let mut names = Vec::new();
    for (descriptors, probe) in DESCRIPTORS {
        let files = FileDescriptorSet::decode(descriptors).expect("the build wrote these descriptors");
        for file in files.file {
            for service in &file.service {
                names.extend(service.method.iter().map(|method| {
                    let name = format!("{}.{}/{}", file.package(), service.name(), method.name());
                    (name, probe, method.client_streaming(), method.server_streaming())
                }));
            }
        }
    }
    names
});

static METHODS: LazyLock<HashMap<&'static str, Method>> = LazyLock::new(|| {
    let method = |&(ref name, probe, client_streams, server_streams): &'static (String, _, _, _)| {
        (name.as_str(), Method { name, probe, client_streams, server_streams })
    };
    NAMES.iter().map(method).collect()
});

/// The method of this path, which starts with a slash.
#[must_use]
pub fn method(path: &str) -> Method {
    path.strip_prefix('/').and_then(|name| METHODS.get(name).copied()).unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_served_has_a_name() {
        let health = method("/grpc.health.v1.Health/Check");
        let check = "grpc.health.v1.Health/Check";
        assert_eq!(health, Method { name: check, probe: true, client_streams: false, server_streams: false });
        assert!(method("/grpc.health.v1.Health/Watch").server_streams);
        let reflection = method("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo");
        assert!(reflection.probe && reflection.client_streams);
        assert!(method("/tilewright.v1.PuzzleService/BlindSession").client_streams);
        for service in crate::grpc::service_names() {
            let known = NAMES.iter().find(|(name, ..)| name.starts_with(&format!("{service}/"))).unwrap();
            let told = method(&format!("/{}", known.0));
            assert!(
                told.name == known.0 && !told.probe && told.client_streams == known.2 && told.server_streams == known.3
            );
        }
        for path in ["", "/", "grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Check/", "/a.B/c"] {
            assert_eq!(method(path), UNKNOWN, "{path:?}");
        }
    }
}
