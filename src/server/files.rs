//! How many files the process may have open, of which each connection is one.
//!
//! Shells and containers often start a process with a soft limit of 1,024, which it may raise itself up to the hard one. Where
//! connections meet that limit before they meet `--max-connections`, no newcomer can be taken in, none that is idle is asked to
//! [give way](super::room) for it, and probes, certificates and tokens cannot be read either. So the limit is raised to what is
//! needed, and if it may not be, fewer connections are taken.

/// Files beside connections: ports, probes, what is read again, the collector, the runtime's own.
const BESIDE: u64 = 128;

/// Raises the limit for so many connections. How many it leaves room for.
#[must_use]
pub(super) fn room_for(connections: usize) -> usize {
    let wanted = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(BESIDE);
    let Some(most) = limit::raised_to(wanted) else { return connections };
    let left = usize::try_from(most.saturating_sub(BESIDE).max(1)).unwrap_or(usize::MAX);
    if left < connections {
        tracing::warn!(connections = left, files = most, "fewer files may be open than --max-connections needs");
    }
    connections.min(left)
}

#[cfg(unix)]
mod limit {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// The limit, raised as far as is wanted and allowed; nothing where there is none.
    pub(super) fn raised_to(wanted: u64) -> Option<u64> {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let current = current?;
        if current >= wanted {
            return Some(current);
        }
        let raised = maximum.map_or(wanted, |maximum| maximum.min(wanted));
        let is_raised = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
        Some(if is_raised { raised } else { current })
    }
}

#[cfg(not(unix))]
mod limit {
    pub(super) fn raised_to(_: u64) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_as_many_as_files_leave() {
        assert_eq!(room_for(10), 10);
        let most = limit::raised_to(0).unwrap();
        assert!(limit::raised_to(most).unwrap() >= most, "it never falls");
        // What is wanted beyond the hard limit is not had.
        let room = room_for(usize::MAX);
        assert!(room < usize::MAX && room as u64 + BESIDE >= most);
    }
}
