//! The contract's messages in JSON, as the contract's own mapping has it: for files that an operator writes, and for those that
//! a batch writes.

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use serde_json::Value;

use super::proto::DESCRIPTORS;

/// The package of the contract.
const PACKAGE: &str = "tilewright.v1";

/// Reads and writes messages by what the contract's descriptors say of them.
#[derive(Clone, Debug)]
pub struct Json(DescriptorPool);

impl Json {
    /// Reads the descriptors, which takes about a millisecond.
    ///
    /// # Errors
    /// Where they are damaged, which a test makes sure that they are not.
    pub fn new() -> Result<Self, String> {
        DescriptorPool::decode(DESCRIPTORS).map(Self).map_err(|error| error.to_string())
    }

    /// The message of this name in the contract (without its package) that this JSON is.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn read<M: Message + Default>(&self, name: &str, json: Value) -> Result<M, String> {
        let message = DynamicMessage::deserialize(self.descriptor(name)?, json).map_err(|error| error.to_string())?;
        message.transcode_to().map_err(|error| error.to_string())
    }

    /// This message, of this name, ready to be written: fields in the order of their numbers, those at their defaults left out.
    ///
    /// # Errors
    /// Where the name is not its own.
    pub fn write(&self, name: &str, message: &impl Message) -> Result<DynamicMessage, String> {
        let mut written = DynamicMessage::new(self.descriptor(name)?);
        written.transcode_from(message).map_err(|error| error.to_string())?;
        Ok(written)
    }

    fn descriptor(&self, name: &str) -> Result<MessageDescriptor, String> {
        let name = format!("{PACKAGE}.{name}");
        self.0.get_message_by_name(&name).ok_or_else(|| format!("the contract has no {name}"))
    }
}
