//! Certificates of a test's own authority, and clients that trust it.

use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Error, Identity};

use super::file;

/// What the server is called.
const NAME: &str = "tilewright.test";

/// An authority.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its own certificate, in PEM.
    pub pem: String,
}

/// A certificate and its key, in PEM.
pub struct Pair {
    /// The certificate.
    pub cert: String,
    /// Its key.
    pub key: String,
}

impl Authority {
    /// A new one.
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// A certificate for the server, or a client.
    pub fn pair(&self) -> Pair {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![NAME.to_owned()]).unwrap();
        Pair { cert: params.signed_by(&key, &self.issuer).unwrap().pem(), key: key.serialize_pem() }
    }

    /// A client's connection that trusts this authority, and shows this certificate if there is one.
    pub async fn connect(&self, address: SocketAddr, shows: Option<&Pair>) -> Result<Channel, Error> {
        let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&self.pem)).domain_name(NAME);
        let tls = match shows {
            Some(Pair { cert, key }) => tls.identity(Identity::from_pem(cert, key)),
            None => tls,
        };
        Endpoint::from_shared(format!("https://{address}")).unwrap().tls_config(tls).unwrap().connect().await
    }

    /// Sends this over HTTP/1.1, and waits for something to come back.
    pub async fn sends(&self, address: SocketAddr, bytes: &[u8]) {
        let mut secured = self.secured(address, &["http/1.1"]).await;
        secured.write_all(bytes).await.unwrap();
        assert!(secured.read(&mut [0; 64]).await.unwrap() > 0);
    }

    /// The certificate that the server shows a new connection, and the protocol that it chose of these.
    pub async fn shown(&self, address: SocketAddr, protocols: &[&str]) -> (CertificateDer<'static>, Option<Vec<u8>>) {
        let secured = self.secured(address, protocols).await;
        let connection = secured.get_ref().1;
        let shown = connection.peer_certificates().unwrap()[0].clone().into_owned();
        (shown, connection.alpn_protocol().map(<[u8]>::to_vec))
    }

    async fn secured(&self, address: SocketAddr, protocols: &[&str]) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(self.pem.as_bytes()).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
        let mut config = config.with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let stream = TcpStream::connect(address).await.unwrap();
        let name = ServerName::try_from(NAME).unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap()
    }
}

impl Pair {
    /// Writes both into files of these names: their paths.
    pub fn write(&self, name: &str) -> [String; 2] {
        [file(&format!("{name}.crt"), &self.cert), file(&format!("{name}.key"), &self.key)]
    }

    /// The certificate as it is shown.
    pub fn der(&self) -> CertificateDer<'static> {
        CertificateDer::from_pem_slice(self.cert.as_bytes()).unwrap()
    }
}
