//! The lists that come with the program: their headers are read at start, their words when they are first asked for.
//!
//! build.rs packs the files of `data/`. A language that nobody plays costs what its packed file takes, and no start waits for
//! one.

use std::fmt;
use std::sync::OnceLock;

use miniz_oxide::inflate::decompress_to_vec_zlib;

use super::LexiconError;
use super::format::{Head, Words};

/// A packed file of `data/`.
#[derive(Clone, Copy)]
pub struct Packed {
    /// Its name.
    pub(super) file: &'static str,
    /// Its header, as it is.
    pub(super) head: &'static str,
    /// The words, compressed.
    pub(super) words: &'static [u8],
}

/// What build.rs has packed of a file of `data/`.
macro_rules! packed {
    ($file:literal) => {
        Packed {
            file: concat!($file, ".words"),
            head: include_str!(concat!(env!("OUT_DIR"), "/words/", $file, ".head")),
            words: include_bytes!(concat!(env!("OUT_DIR"), "/words/", $file, ".zlib")),
        }
    };
}

/// The languages, and the editions of them.
pub const EMBEDDED: &[Packed] =
    &[packed!("de-1"), packed!("en-1"), packed!("es-1"), packed!("fr-1"), packed!("nl-1"), packed!("pl-1")];

/// A file whose words are read when they are first asked for.
pub(super) struct File {
    head: Head,
    packed: &'static [u8],
    words: OnceLock<Words>,
}

impl File {
    /// Reads the header.
    pub(super) fn of(packed: Packed) -> Result<Self, LexiconError> {
        let Packed { file, head, words } = packed;
        Ok(Self { head: Head::read(file, head)?, packed: words, words: OnceLock::new() })
    }

    /// A file that is there as text, read whole.
    #[cfg(test)]
    pub(super) fn of_text(file: &str, text: &str) -> Result<Self, LexiconError> {
        let (head, words) = super::format::split(text);
        let head = Head::read(file, head)?;
        let words = Words::read(&head, words)?;
        Ok(Self { head, packed: &[], words: OnceLock::from(words) })
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    /// Whether the words have been read.
    pub(super) fn is_read(&self) -> bool {
        self.words.get().is_some()
    }

    /// The words. Reading them takes some ten milliseconds for a hundred thousand, so it is none of the runtime's business
    /// (see [`Language::read`](super::Language::read)).
    ///
    /// # Panics
    /// Where the file is damaged, which a test makes sure that none is.
    pub(super) fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let text = decompress_to_vec_zlib(self.packed).ok().and_then(|text| String::from_utf8(text).ok());
            let text = text.unwrap_or_else(|| panic!("{}: the packed words are damaged", self.head.file));
            Words::read(&self.head, &text).unwrap_or_else(|error| panic!("{error}"))
        })
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({})", self.file)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({}, {})", self.head.file, if self.is_read() { "read" } else { "not read" })
    }
}
