//! Whether the house serves, as grpc.health.v1 tells it: of the house as a whole (the empty name) and of each service.

use tonic_health::ServingStatus;
use tonic_health::pb::health_server::{Health as HealthRpc, HealthServer};
use tonic_health::server::{HealthReporter, health_reporter};

use crate::grpc::service_names;

/// Tells whether the house serves.
#[derive(Clone, Debug)]
pub struct Health(HealthReporter);

/// The teller, which begins with no, and the service that it tells.
pub async fn health(max_message: usize) -> (Health, HealthServer<impl HealthRpc>) {
    let (reporter, service) = health_reporter();
    let health = Health(reporter);
    health.tell(false).await;
    (health, service.max_decoding_message_size(max_message))
}

impl Health {
    /// Tells this of all services; whoever watches one hears it at once.
    pub async fn tell(&self, serving: bool) {
        let status = if serving { ServingStatus::Serving } else { ServingStatus::NotServing };
        for name in std::iter::once("").chain(service_names()) {
            self.0.set_service_status(name, status).await;
        }
    }
}
