//! What the house serves, as gRPC reflection tells it, v1 and v1alpha: most tools still ask in the old one first.

use tonic::service::Routes;
use tonic_reflection::server::Builder;

use super::telemetry::methods::DESCRIPTORS;

/// Why the descriptors can be read.
const READ: &str = "the build wrote these descriptors";

/// The routes, and reflection over all that is served.
///
/// # Panics
/// Never: the descriptors are part of the binary, and a test reads them.
#[must_use]
pub fn with_reflection(routes: Routes, max_message: usize) -> Routes {
    let builder = || {
        let builder = Builder::configure().include_reflection_service(false);
        let descriptors = DESCRIPTORS.iter();
        descriptors.fold(builder, |builder, (set, _)| builder.register_encoded_file_descriptor_set(set))
    };
    let v1 = builder().build_v1().expect(READ).max_decoding_message_size(max_message);
    let v1alpha = builder().build_v1alpha().expect(READ).max_decoding_message_size(max_message);
    routes.add_service(v1).add_service(v1alpha)
}
