//! Who calls, and what it may: the scopes, which calls they open, and how much of them.
//!
//! A principal is a backend, not a player. Where the operator names no principals, everyone may all. [`Scope`] says which calls
//! need what ([`need_of`]) and the handlers ask for [`Scope::Targets`] where a request, of whatever call, wants to see one.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::compute::Account;

/// What a principal may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Blind games. Who has this alone never sees a target before its game is solved.
    Play,
    /// Solve, MinSwaps and guesses.
    Solve,
    /// Whatever shows a target: include_target, CompareSolvers, and boards that a caller brings with theirs.
    Targets,
}

impl Scope {
    /// All.
    pub const ALL: [Self; 3] = [Self::Play, Self::Solve, Self::Targets];

    /// As operators write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Solve => "solve",
            Self::Targets => "targets",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a call of this method needs: `package.Service/Method`. `None`: any principal may call it, whatever its scopes. What is
/// not known needs the most.
#[must_use]
pub fn need_of(method: &str) -> Option<Scope> {
    let Some((service, name)) = method.split_once('/') else { return Some(Scope::Targets) };
    match (service, name) {
        // Boards without their targets, and words, are for all.
        ("tilewright.v1.PuzzleService", "GenerateBoard" | "GenerateBoards")
        | ("tilewright.v1.LexiconService", "ListDictionaries" | "LookUpWords")
        | ("grpc.reflection.v1.ServerReflection" | "grpc.reflection.v1alpha.ServerReflection", _) => None,
        ("tilewright.v1.PuzzleService", "BlindSession" | "StepBlindSession") => Some(Scope::Play),
        ("tilewright.v1.PuzzleService", "Solve" | "MinSwaps")
        | (
            "tilewright.v1.GuessService",
            "MarkGuess" | "RankGuesses" | "EvaluateStrategy" | "LongestChain" | "CheckChain",
        ) => Some(Scope::Solve),
        _ => Some(Scope::Targets),
    }
}

/// How many calls a second: that many at once, and then evenly.
#[derive(Clone)]
pub struct CallRate {
    calls: NonZeroU32,
    limiter: Arc<DefaultDirectRateLimiter>,
}

impl fmt::Debug for CallRate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} calls a second", self.calls)
    }
}

impl CallRate {
    /// So many calls a second.
    #[must_use]
    pub fn new(calls: NonZeroU32) -> Self {
        Self { calls, limiter: Arc::new(RateLimiter::direct(Quota::per_second(calls))) }
    }

    /// How many.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.calls.get()
    }

    /// Takes one call now, or says in how long there will be one.
    ///
    /// # Errors
    /// The time until a call may be made.
    pub fn take(&self) -> Result<(), Duration> {
        self.limiter.check().map_err(|until| until.wait_time_from(DefaultClock::default().now()))
    }
}

/// Who calls.
#[derive(Clone, Debug)]
pub struct Principal {
    /// Its name: in logs, and in the resume tokens that are given to it.
    pub name: String,
    /// What it may.
    pub scopes: BTreeSet<Scope>,
    /// How many calls a second; as many as it likes where there is none.
    pub rate: Option<CallRate>,
    /// How much long work at the same time; as much as there is room for where there is none.
    pub account: Option<Account>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holds_so_many_calls() {
        let rate = CallRate::new(NonZeroU32::new(3).unwrap());
        assert!((0..3).all(|_| rate.take().is_ok()));
        let wait = rate.take().unwrap_err();
        assert!(wait > Duration::from_millis(200) && wait <= Duration::from_millis(334), "{wait:?}");
    }

    /// Each method of the contract is in the table by its name: none of them has what is left over by accident.
    #[test]
    fn each_method_needs_what_its_service_says() {
        use prost::Message as _;
        let files = prost_types::FileDescriptorSet::decode(crate::grpc::proto::DESCRIPTORS).unwrap();
        let mut needs = Vec::new();
        for file in &files.file {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("{}.{}/{}", file.package(), service.name(), method.name());
                    needs.push((method.name().to_owned(), need_of(&path)));
                }
            }
        }
        let with = |need: Option<Scope>| {
            let mut names: Vec<_> = needs.iter().filter(|(_, needs)| *needs == need).map(|(name, _)| &**name).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(with(None), ["GenerateBoard", "GenerateBoards", "ListDictionaries", "LookUpWords"]);
        assert_eq!(with(Some(Scope::Play)), ["BlindSession", "StepBlindSession"]);
        let solve = ["CheckChain", "EvaluateStrategy", "LongestChain", "MarkGuess", "MinSwaps", "RankGuesses", "Solve"];
        assert_eq!(with(Some(Scope::Solve)), solve);
        assert_eq!(with(Some(Scope::Targets)), ["CompareSolvers"]);
        assert_eq!(need_of("unknown"), Some(Scope::Targets));
    }
}
