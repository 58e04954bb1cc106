//! Connections to all replicas of a name. tonic balances between connections but does not follow a name, so that is done
//! here: it is looked up again and again, and each address that it has gets a connection.

use std::collections::HashSet;
use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::mpsc::Sender;
use tokio::time::sleep;
use tonic::transport::channel::Change;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Uri};

/// How often the name is looked up: a new replica is called after this long.
const LOOK_UP: Duration = Duration::from_secs(5);

/// A channel to all replicas of this address, for example https://tilewright-headless:50051; over TLS by these certificates.
pub(crate) fn connect(address: &str, authority: Option<&str>) -> Result<Channel, Box<dyn Error>> {
    let uri: Uri = address.parse()?;
    let host = uri.host().ok_or("the address has no host")?.to_owned();
    let tls = uri.scheme_str() == Some("https");
    let port = uri.port_u16().unwrap_or(if tls { 443 } else { 80 });
    let tls = tls.then(|| {
        let config = ClientTlsConfig::new().domain_name(host.clone());
        authority.into_iter().fold(config, |config, pem| config.ca_certificate(Certificate::from_pem(pem)))
    });
    let endpoint = move |replica: SocketAddr| {
        let scheme = if tls.is_some() { "https" } else { "http" };
        let endpoint = Endpoint::from_shared(format!("{scheme}://{replica}"))?
            .connect_timeout(Duration::from_secs(2))
            // A server that is gone without a word is found out, with or without calls.
            .http2_keep_alive_interval(Duration::from_secs(30))
            .keep_alive_timeout(Duration::from_secs(10))
            .keep_alive_while_idle(true);
        match &tls {
            Some(tls) => endpoint.tls_config(tls.clone()),
            None => Ok(endpoint),
        }
    };
    let (channel, changes) = Channel::balance_channel(64);
    tokio::spawn(follow((host, port), endpoint, changes));
    Ok(channel)
}

/// Tells the channel which replicas there are, until nobody has it any more.
async fn follow<E: Error>(
    name: (String, u16),
    endpoint: impl Fn(SocketAddr) -> Result<Endpoint, E>,
    changes: Sender<Change<SocketAddr, Endpoint>>,
) {
    let mut known = HashSet::new();
    loop {
        // A name that is not found for a moment is no reason to let go of who was there.
        if let Ok(found) = tokio::net::lookup_host((name.0.as_str(), name.1)).await {
            let found: HashSet<SocketAddr> = found.collect();
            for gone in known.difference(&found) {
                if changes.send(Change::Remove(*gone)).await.is_err() {
                    return;
                }
            }
            for new in found.difference(&known) {
                match endpoint(*new) {
                    Ok(endpoint) => {
                        if changes.send(Change::Insert(*new, endpoint)).await.is_err() {
                            return;
                        }
                    }
                    Err(error) => eprintln!("{new}: {error}"),
                }
            }
            known = found;
        }
        sleep(LOOK_UP).await;
    }
}
