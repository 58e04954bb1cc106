//! The two ports: gRPC for everybody, and the admin endpoints for whoever runs the house.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::settings::{Settings, env_of};

/// The two ports, bound.
#[derive(Debug)]
pub struct Listeners {
    pub(super) grpc: TcpListener,
    pub(super) admin: TcpListener,
    addresses: [SocketAddr; 2],
}

/// A port that cannot be bound.
#[derive(Debug, thiserror::Error)]
#[error("--{flag} (or {}): cannot listen on {address}: {source}", env_of(.flag))]
pub struct BindError {
    flag: &'static str,
    address: SocketAddr,
    source: io::Error,
}

impl Listeners {
    /// Binds both.
    ///
    /// # Errors
    /// Where one cannot be bound: another program has it, or it is not this machine's.
    pub async fn bind(settings: &Settings) -> Result<Self, BindError> {
        let (grpc, grpc_address) = bind("listen", settings.listen).await?;
        let (admin, admin_address) = bind("admin-listen", settings.admin_listen).await?;
        Ok(Self { grpc, admin, addresses: [grpc_address, admin_address] })
    }

    /// Where gRPC is served; the port is the one taken if 0 was asked for.
    #[must_use]
    pub fn grpc_address(&self) -> SocketAddr {
        self.addresses[0]
    }

    /// Where the admin endpoints are served.
    #[must_use]
    pub fn admin_address(&self) -> SocketAddr {
        self.addresses[1]
    }
}

async fn bind(flag: &'static str, address: SocketAddr) -> Result<(TcpListener, SocketAddr), BindError> {
    let bound = async {
        let listener = TcpListener::bind(address).await?;
        let taken = listener.local_addr()?;
        Ok((listener, taken))
    };
    bound.await.map_err(|source| BindError { flag, address, source })
}
