//! TLS, by rustls: the certificate chain and its key, and if it is asked for the authorities that a client's certificate must
//! come from.
//!
//! Each connection takes the files as they were when it came ([`super::reload`]): a renewed certificate serves the next
//! connection, and disturbs none that stands. What a certificate says of the client is not looked at beyond that it is good:
//! who calls, tokens say ([`super::principals`]).
//!
//! The cryptography is ring's: small, and no C++ or CMake is needed to build it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use x509_cert::Certificate;
use x509_cert::der::Decode as _;

use super::reload::{Fault, Reloaded};

/// Places of the files.
const CERT: usize = 0;
const KEY: usize = 1;
const CLIENT_CA: usize = 2;

/// What connections are secured with.
#[derive(Clone, Debug)]
pub struct Tls {
    /// What rustls needs.
    pub config: Arc<ServerConfig>,
    /// Whether a client must show a certificate.
    pub asks_for_certificates: bool,
    /// When the server's own certificate ends, since the beginning of 1970.
    pub expires: Duration,
}

/// Reads the certificate chain, its key, and, where clients must have certificates, the authorities that they come from.
/// `http1` says whether HTTP/1.1 is spoken beside HTTP/2.
///
/// # Errors
/// Names the file, in this order, that cannot be used.
pub fn load(cert: PathBuf, key: PathBuf, client_ca: Option<PathBuf>, http1: bool) -> Result<Reloaded<Tls>, Fault> {
    let files = [cert, key].into_iter().chain(client_ca).collect();
    Reloaded::load(files, move |files, _| make(files, http1))
}

fn make(files: &[Vec<u8>], http1: bool) -> Result<Tls, Fault> {
    let chain = certificates(files, CERT)?;
    let expires = expires(&chain[0]).ok_or_else(|| Fault::new(CERT, "a certificate that X.509 knows"))?;
    let key = PrivateKeyDer::from_pem_slice(files.get(KEY).map_or(&[], Vec::as_slice));
    // What the reader has to say of a key is not repeated: it may hold a line of it.
    let key = key.map_err(|_| Fault::new(KEY, "a private key in PEM, not encrypted"))?;
    let provider = Arc::new(ring::default_provider());
    let versions = ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
    let builder = versions.map_err(|error| Fault::new(CERT, format!("of use to this version ({error})")))?;
    let builder = if files.len() > CLIENT_CA {
        let mut roots = RootCertStore::empty();
        for authority in certificates(files, CLIENT_CA)? {
            roots
                .add(authority)
                .map_err(|error| Fault::new(CLIENT_CA, format!("certificates of authorities ({error})")))?;
        }
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
        builder.with_client_cert_verifier(
            verifier.map_err(|error| Fault::new(CLIENT_CA, format!("certificates of authorities ({error})")))?,
        )
    } else {
        builder.with_no_client_auth()
    };
    let mut config = builder
        .with_single_cert(chain, key)
        .map_err(|error| Fault::new(KEY, format!("the key of the certificate in --tls-cert ({error})")))?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    if http1 {
        config.alpn_protocols.push(b"http/1.1".to_vec());
    }
    Ok(Tls { config: Arc::new(config), asks_for_certificates: files.len() > CLIENT_CA, expires })
}

/// The certificates in the file at this place, one at least.
fn certificates(files: &[Vec<u8>], place: usize) -> Result<Vec<CertificateDer<'static>>, Fault> {
    let pem = files.get(place).map_or(&[][..], Vec::as_slice);
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match read {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err(Fault::new(place, "one certificate in PEM, or more")),
        // What the reader has to say is not repeated: it may hold a line of a key that was put here by mistake.
        Err(_) => Err(Fault::new(place, "certificates in PEM")),
    }
}

fn expires(certificate: &CertificateDer<'_>) -> Option<Duration> {
    let certificate = Certificate::from_der(certificate).ok()?;
    Some(certificate.tbs_certificate.validity.not_after.to_unix_duration())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> [Vec<u8>; 2] {
        let rcgen::CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["tilewright".into()]).unwrap();
        [cert.pem().into_bytes(), signing_key.serialize_pem().into_bytes()]
    }

    #[test]
    fn a_chain_its_key_and_authorities_make_a_config() {
        let [cert, key] = pair();
        let tls = make(&[cert.clone(), key.clone()], true).unwrap();
        assert_eq!(tls.config.alpn_protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
        // rcgen's certificates end in the year 4096.
        assert!(tls.expires > Duration::from_hours(24 * 365 * 2000));
        assert!(make(&[cert.clone(), key, cert], false).is_ok());
    }

    #[test]
    fn each_file_is_named_where_it_is_wrong() {
        let ([cert, key], [_, other_key]) = (pair(), pair());
        let cases = [
            ([vec![], key.clone()].to_vec(), CERT),
            ([key.clone(), key.clone()].to_vec(), CERT),
            ([cert.clone(), vec![]].to_vec(), KEY),
            ([cert.clone(), cert.clone()].to_vec(), KEY),
            ([cert.clone(), other_key].to_vec(), KEY),
            ([cert.clone(), key.clone(), vec![]].to_vec(), CLIENT_CA),
            ([cert.clone(), key.clone(), key.clone()].to_vec(), CLIENT_CA),
        ];
        for (files, place) in cases {
            let fault = make(&files, false).unwrap_err();
            assert_eq!(fault.file, place, "{fault:?}");
            assert!(!fault.right.contains("PRIVATE"), "{fault:?}");
        }
        // A key in one line, in the wrong place.
        let one_line = String::from_utf8(key).unwrap().replace('\n', "").into_bytes();
        for (files, place) in
            [([one_line.clone(), one_line.clone()].to_vec(), CERT), ([cert.clone(), one_line.clone()].to_vec(), KEY)]
        {
            let fault = make(&files, false).unwrap_err();
            assert_eq!(fault.file, place);
            let decimals = format!("{:?}", &one_line[30..40]);
            assert!(!fault.right.contains(decimals.trim_matches(['[', ']'])), "{fault:?}");
        }
    }
}
