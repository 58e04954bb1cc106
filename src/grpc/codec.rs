//! The wire form of the contract: prost's, but a message that cannot be decoded is the caller's mistake.
//!
//! tonic's own codec answers INTERNAL to bytes that are no such message (a string that is not UTF-8, say), which would
//! wake somebody for a client's fault.

use prost::Message;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, DecodeBuf, Decoder};
use tonic_prost::{ProstCodec, ProstDecoder, ProstEncoder};

use super::status::Error;

/// The codec that the generated services and clients use: see the module.
#[derive(Debug)]
pub struct ContractCodec<T, U>(ProstCodec<T, U>);

impl<T, U> Default for ContractCodec<T, U> {
    fn default() -> Self {
        Self(ProstCodec::default())
    }
}

impl<T, U> Codec for ContractCodec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = ContractDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        self.0.encoder()
    }

    fn decoder(&mut self) -> Self::Decoder {
        ContractDecoder(self.0.decoder())
    }
}

/// Decodes messages; see the module.
#[derive(Debug)]
pub struct ContractDecoder<U>(ProstDecoder<U>);

impl<U: Message + Default> Decoder for ContractDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        self.0.decode(buffer).map_err(|status| Error::Malformed { why: status.message().to_owned() }.into())
    }

    fn buffer_settings(&self) -> BufferSettings {
        self.0.buffer_settings()
    }
}
