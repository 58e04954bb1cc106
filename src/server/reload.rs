//! Files that are read again when they change: certificates and tokens, which must be renewed without a restart.
//!
//! They are looked at every second, by their content. That is how a Secret of Kubernetes changes (a link in the folder is
//! moved, which tells nobody who watches the file itself), and it costs nothing. A change counts when the next look sees the same: a file
//! that is being written may be half there, and half a list of principals is one, too. What cannot be used is logged once and
//! changes nothing: what was read before stays in force until the files are right.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::{MissedTickBehavior, interval};

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The most that one file may have: some thousand certificates or principals.
const MAX_BYTES: u64 = 1 << 20;

/// What is wrong with which of the files. It never holds what a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its place among the files.
    pub file: usize,
    /// What it must be instead, to end the sentence "it must be ...".
    pub right: String,
}

impl Fault {
    /// The file at this place must be this.
    pub fn new(file: usize, right: impl Into<String>) -> Self {
        Self { file, right: right.into() }
    }
}

/// Makes something of the bytes of files; knows what it made the last time.
type Make<T> = Box<dyn Fn(&[Vec<u8>], Option<&T>) -> Result<T, Fault> + Send + Sync>;

/// What is made of some files, as they are now. Clones are the same.
pub struct Reloaded<T>(Arc<Inner<T>>);

struct Inner<T> {
    files: Vec<PathBuf>,
    make: Make<T>,
    current: RwLock<Arc<T>>,
    seen: Mutex<Seen>,
}

/// What was seen when the files were looked at last.
struct Seen {
    /// The digest of their bytes, whether or not they were right; zeros where one could not be read.
    digest: [u8; 32],
    /// They had changed, and may have been about to change further.
    doubted: bool,
}

impl<T> Clone for Reloaded<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for Reloaded<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Reloaded").field(&self.0.files).finish()
    }
}

/// How looking at the files went.
#[derive(Debug)]
enum Look {
    Same,
    Changed,
    Wrong(Fault),
}

impl<T: Send + Sync + 'static> Reloaded<T> {
    /// Reads the files for the first time.
    ///
    /// # Errors
    /// Where one cannot be read or used.
    pub fn load(
        files: Vec<PathBuf>,
        make: impl Fn(&[Vec<u8>], Option<&T>) -> Result<T, Fault> + Send + Sync + 'static,
    ) -> Result<Self, Fault> {
        let bytes = read(&files)?;
        let first = make(&bytes, None)?;
        Ok(Self(Arc::new(Inner {
            files,
            make: Box::new(make),
            current: RwLock::new(Arc::new(first)),
            seen: Mutex::new(Seen { digest: digest(&bytes), doubted: false }),
        })))
    }

    /// What the files hold, as far as they were right when they were last looked at.
    #[must_use]
    pub fn current(&self) -> Arc<T> {
        Arc::clone(&self.0.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps up with the files until it is dropped; says of each change what is in force now, and whether that is what the
    /// files say. `what` they are, the log says.
    pub async fn keep_up(self, what: &'static str, told: impl Fn(&T, bool)) {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let here = self.clone();
            // Files may lie where reading takes long. A look that panicked is one that changed nothing.
            match tokio::task::spawn_blocking(move || here.look()).await {
                Ok(Look::Same) | Err(_) => {}
                Ok(Look::Changed) => {
                    tracing::info!(what, "read again");
                    told(&self.current(), true);
                }
                Ok(Look::Wrong(Fault { file, right })) => {
                    let path = self.0.files.get(file).map(|path| path.display().to_string()).unwrap_or_default();
                    tracing::error!(what, path, "cannot be used, the one before stays in force: it must be {right}");
                    told(&self.current(), false);
                }
            }
        }
    }

    fn look(&self) -> Look {
        let bytes = read(&self.0.files);
        // A file that is missing is told of once, too.
        let digest = bytes.as_ref().map_or([0; 32], |bytes| digest(bytes));
        let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = seen.digest == digest;
        let is_news = is_same && seen.doubted;
        *seen = Seen { digest, doubted: !is_same };
        if !is_news {
            return Look::Same;
        }
        match bytes.and_then(|bytes| (self.0.make)(&bytes, Some(&self.current()))) {
            Ok(made) => {
                *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(made);
                Look::Changed
            }
            Err(fault) => Look::Wrong(fault),
        }
    }
}

fn read(files: &[PathBuf]) -> Result<Vec<Vec<u8>>, Fault> {
    let read_one = |path: &PathBuf| -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let checked = |(place, path): (usize, &PathBuf)| match read_one(path) {
        Ok(bytes) if u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_BYTES) => Ok(bytes),
        Ok(_) => Err(Fault::new(place, format!("a file of at most {MAX_BYTES} bytes"))),
        Err(error) => Err(Fault::new(place, format!("a file that can be read ({error})"))),
    };
    files.iter().enumerate().map(checked).collect()
}

fn digest(files: &[Vec<u8>]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for bytes in files {
        digest.update(bytes.len().to_be_bytes());
        digest.update(bytes);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers, one a file; the sum of them and of what was made before.
    fn sum(files: &[Vec<u8>], before: Option<&u32>) -> Result<u32, Fault> {
        let mut sum = before.copied().unwrap_or(0);
        for (place, bytes) in files.iter().enumerate() {
            let number = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<u32>().ok());
            sum += number.ok_or_else(|| Fault::new(place, "a number"))?;
        }
        Ok(sum)
    }

    #[test]
    fn what_is_wrong_changes_nothing_and_is_told_once() {
        let path = |name: &str| std::env::temp_dir().join(format!("tilewright-reload-{}-{name}", std::process::id()));
        let files = vec![path("a"), path("b")];
        assert_eq!(Reloaded::load(vec![path("none")], sum).unwrap_err().file, 0);
        std::fs::write(&files[0], "1").unwrap();
        std::fs::write(&files[1], "x").unwrap();
        assert_eq!(Reloaded::load(files.clone(), sum).unwrap_err(), Fault::new(1, "a number"));
        std::fs::write(&files[1], "2").unwrap();
        let reloaded = Reloaded::load(files.clone(), sum).unwrap();
        assert_eq!(*reloaded.current(), 3);
        assert!(matches!(reloaded.look(), Look::Same));
        std::fs::write(&files[1], "x").unwrap();
        assert!(matches!(reloaded.look(), Look::Same));
        assert!(matches!(reloaded.look(), Look::Wrong(Fault { file: 1, .. })));
        assert!(matches!(reloaded.look(), Look::Same));
        std::fs::remove_file(&files[0]).unwrap();
        assert!(matches!(reloaded.look(), Look::Same));
        assert!(matches!(reloaded.look(), Look::Wrong(Fault { file: 0, .. })));
        assert!(matches!(reloaded.look(), Look::Same));
        assert_eq!(*reloaded.current(), 3);
        // What is half written is not used, right or not.
        std::fs::write(&files[0], "4").unwrap();
        std::fs::write(&files[1], "5").unwrap();
        assert!(matches!(reloaded.look(), Look::Same));
        std::fs::write(&files[1], "50").unwrap();
        assert!(matches!(reloaded.look(), Look::Same));
        assert_eq!(*reloaded.current(), 3);
        assert!(matches!(reloaded.look(), Look::Changed));
        assert!(matches!(reloaded.look(), Look::Same));
        assert_eq!(*reloaded.current(), 57);
        for file in files {
            std::fs::remove_file(file).unwrap();
        }
    }
}
