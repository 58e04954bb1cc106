//! What is told and what follows from it, against slow and obvious oracles that share no code with it.
//!
//! - `puzzle`: small boards, and games of chance on them;
//! - `truth`: all worlds by plain enumeration, and what each swap would tell;
//! - `worlds`: [`Worlds`](super::Worlds) against them;
//! - `outcomes`: what each swap would tell, against the worlds after it was told.

mod outcomes;
pub(crate) mod puzzle;
pub(crate) mod truth;
mod worlds;
