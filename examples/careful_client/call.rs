//! What goes with a call beside its message.

use std::time::Duration;

use tonic::Request;
use tonic::metadata::errors::InvalidMetadataValue;
use tonic::metadata::{Ascii, MetadataMap, MetadataValue};
use uuid::Uuid;

/// Who calls.
pub(crate) struct Callers {
    bearer: Option<MetadataValue<Ascii>>,
}

impl Callers {
    /// With this token, if there is one.
    pub(crate) fn new(token: Option<&str>) -> Result<Self, InvalidMetadataValue> {
        let mut bearer: Option<MetadataValue<Ascii>> =
            token.map(|token| format!("Bearer {}", token.trim()).parse()).transpose()?;
        // Sensitive: it is not shown where headers are.
        if let Some(bearer) = &mut bearer {
            bearer.set_sensitive(true);
        }
        Ok(Self { bearer })
    }

    /// A call, under a new id.
    pub(crate) fn call(&self) -> Call {
        let mut metadata = MetadataMap::new();
        if let Ok(id) = Uuid::new_v4().to_string().parse() {
            metadata.insert("x-request-id", id);
        }
        if let Some(bearer) = &self.bearer {
            metadata.insert("authorization", bearer.clone());
        }
        Call { metadata }
    }
}

/// What all tries of a call have in common.
pub(crate) struct Call {
    metadata: MetadataMap,
}

impl Call {
    /// A key by which a balancer finds the replica that has the answer kept.
    pub(crate) fn key(mut self, key: &str) -> Result<Self, InvalidMetadataValue> {
        self.metadata.insert("tilewright-key", key.parse()?);
        Ok(self)
    }

    /// One try, with so much time left.
    pub(crate) fn request<T>(&self, message: T, left: Duration) -> Request<T> {
        let mut request = Request::new(message);
        *request.metadata_mut() = self.metadata.clone();
        request.set_timeout(left);
        request
    }
}
