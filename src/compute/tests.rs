use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use super::*;

fn pool(threads: usize, queue_short: usize, queue_long: usize) -> Arc<Pool> {
    Arc::new(Pool::start(PoolSettings { threads, queue_short, queue_long }).unwrap())
}

/// A search that only ends with its budget, and says why it did.
fn endless(budget: &Budget) -> Spent {
    loop {
        if let Err(spent) = budget.spend(1) {
            return spent;
        }
    }
}

/// Searches that hold their threads until they are let go.
struct Gate {
    started: mpsc::Receiver<()>,
    open: Vec<mpsc::Sender<()>>,
}

fn hold_long_threads(pool: &Arc<Pool>, count: usize) -> Gate {
    let (tell, started) = mpsc::channel();
    let open = (0..count)
        .map(|_| {
            let (open, closed) = mpsc::channel::<()>();
            let (pool, tell) = (Arc::clone(pool), tell.clone());
            let closed = Mutex::new(closed);
            tokio::spawn(async move {
                pool.run_long(Limits::default(), Admission::Refuse, move |_| {
                    tell.send(()).unwrap();
                    closed.lock().unwrap().recv()
                })
                .await
            });
            open
        })
        .collect();
    Gate { started, open }
}

#[tokio::test]
async fn a_short_search_answers_from_the_short_lane() {
    let done = pool(1, 4, 4).run(Limits::default(), |_| 42).await.unwrap();
    assert_eq!(done.answer, 42);
}

#[tokio::test]
async fn a_search_that_outlives_its_slice_goes_on_in_the_long_lane_until_its_deadline() {
    let pool = pool(2, 4, 4);
    let started = Instant::now();
    let limits = Limits::default().until(started + Duration::from_millis(20));
    assert_eq!(pool.run(limits, endless).await.unwrap().answer, Spent::Deadline);
    assert!(started.elapsed() >= Duration::from_millis(20));
    // Nodes are nodes in either lane: a search that they end is over.
    let done = pool.run(Limits::default().with_nodes(10), endless).await.unwrap();
    assert_eq!(done.answer, Spent::Nodes);
    assert!((1..=11).contains(&done.timing.nodes), "{:?}", done.timing);
}

#[tokio::test]
async fn a_small_search_ends_at_a_glance_or_goes_to_the_lanes() {
    let pool = pool(1, 4, 4);
    let here = std::thread::current().id();
    let glance =
        |nodes| move |budget: &Budget| ((0..nodes).all(|_| budget.spend(1).is_ok()), std::thread::current().id());
    assert_eq!(pool.run_small(Limits::default(), glance(GLANCE_NODES)).await.unwrap().answer, (true, here));
    let (ended, elsewhere) = pool.run_small(Limits::default(), glance(GLANCE_NODES + 1)).await.unwrap().answer;
    assert!(ended && elsewhere != here);
    let failed = pool.run_small(Limits::default(), |_| -> u32 { panic!("a bug, on purpose") }).await;
    assert_eq!(failed.unwrap_err(), ComputeError::Panicked);
}

#[tokio::test]
async fn a_full_lane_refuses_at_once_and_serves_again_when_it_has_room() {
    let pool = pool(2, 4, 1);
    let gate = hold_long_threads(&pool, 1);
    tokio::task::yield_now().await;
    gate.started.recv().unwrap();
    let waiting = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { pool.run_long(Limits::default(), Admission::Refuse, |_| 1).await }
    });
    tokio::task::yield_now().await;
    let figures = pool.figures(Lane::Long);
    assert_eq!((figures.waiting, figures.capacity, figures.refused_full), (1, 1, 0));
    assert_eq!(pool.threads(), (3, 1));
    let refused = pool.run_long(Limits::default(), Admission::Refuse, |_| 2).await;
    assert!(matches!(refused, Err(ComputeError::Overloaded { lane: Lane::Long, .. })), "{refused:?}");
    assert_eq!(pool.figures(Lane::Long).refused_full, 1);
    assert_eq!(pool.figures(Lane::Short).refused_full, 0);
    let patient = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { pool.run_long(Limits::default(), Admission::Wait, |_| 3).await }
    });
    drop(gate.open);
    assert_eq!(waiting.await.unwrap().unwrap().answer, 1);
    assert_eq!(patient.await.unwrap().unwrap().answer, 3);
    let waits = pool.waits(Lane::Long);
    assert_eq!(waits.buckets.iter().map(|(_, count)| count).sum::<u64>(), 3);
    assert!(waits.sum > Duration::ZERO);
}

#[tokio::test]
async fn what_goes_on_when_its_time_is_up_is_counted() {
    const ON: Duration = Duration::from_millis(20);
    let pool = pool(1, 8, 8);
    // It does not look at its budget.
    let goes_on = |_: &Budget| {
        let begun = Instant::now();
        while begun.elapsed() < ON {
            std::hint::spin_loop();
        }
    };
    let run = async |limits: Limits| pool.run_long(limits, Admission::Refuse, goes_on).await.unwrap();
    let counted = || pool.overtimes(Lane::Long).buckets.iter().map(|(_, count)| count).sum::<u64>();
    run(Limits::default()).await;
    run(Limits::default().until(Instant::now() + Duration::from_hours(1))).await;
    assert_eq!(counted(), 0);
    run(Limits::default().until(Instant::now())).await;
    let over = pool.overtimes(Lane::Long);
    assert!(counted() == 1 && over.sum >= ON && over.sum < 50 * ON, "{over:?}");
    let left = Limits::default();
    left.cancel.cancel();
    run(left).await;
    assert_eq!(counted(), 2);
}

#[tokio::test]
async fn long_work_leaves_threads_for_short_work() {
    for threads in [1, 2, 3] {
        let pool = pool(threads, 8, 8);
        assert_eq!(pool.long_threads(), (threads - 1).max(1));
        let gate = hold_long_threads(&pool, pool.long_threads() + 1);
        tokio::task::yield_now().await;
        for _ in 0..pool.long_threads() {
            gate.started.recv().unwrap();
        }
        for n in 0..20 {
            assert_eq!(pool.run(Limits::default(), move |_| n).await.unwrap().answer, n);
        }
        assert!(gate.started.try_recv().is_err(), "one more long search found a thread");
    }
}

#[tokio::test]
async fn steps_of_games_have_one_thread_more_and_leave_one_to_short_work() {
    let pool = pool(2, 8, 8);
    let calls = hold_long_threads(&pool, 1);
    tokio::task::yield_now().await;
    calls.started.recv().unwrap();
    assert_eq!(pool.run_long(Limits::default(), Admission::WaitAside, |_| 1).await.unwrap().answer, 1);
    let (tell, started) = mpsc::channel();
    let (open, closed) = mpsc::channel::<()>();
    let step = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move {
            pool.run_long(Limits::default(), Admission::WaitAside, move |_| {
                tell.send(()).unwrap();
                closed.recv()
            })
            .await
        }
    });
    tokio::task::yield_now().await;
    started.recv().unwrap();
    assert_eq!(pool.run(Limits::default(), |_| 2).await.unwrap().answer, 2);
    drop(open);
    assert!(step.await.unwrap().is_ok());
}

#[tokio::test]
async fn a_panic_ends_one_search_and_no_thread() {
    let pool = pool(1, 4, 4);
    for _ in 0..10 {
        let failed = pool.run(Limits::default(), |_| -> u32 { panic!("a bug, on purpose") }).await;
        assert_eq!(failed.unwrap_err(), ComputeError::Panicked);
    }
    assert_eq!(pool.run(Limits::default(), |_| 1).await.unwrap().answer, 1);
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_ends() {
    let pool = pool(2, 4, 4);
    let (tell, told) = tokio::sync::oneshot::channel();
    let search = pool.run_long(Limits::default(), Admission::Refuse, move |budget| {
        let spent = endless(budget);
        let _ = tell.send((spent, Instant::now()));
    });
    assert!(tokio::time::timeout(Duration::from_millis(20), search).await.is_err());
    let left = Instant::now();
    let (spent, ended) = told.await.unwrap();
    assert_eq!(spent, Spent::Cancelled);
    assert!(ended.saturating_duration_since(left) < Duration::from_millis(500));
}

#[tokio::test]
async fn whoever_may_wait_finds_room_in_both_lanes() {
    let pool = pool(1, 1, 1);
    let limits = || Limits { within: Some(Duration::from_millis(5)), ..Limits::default() };
    let runs = (0..20).map(|n| {
        let (pool, limits) = (Arc::clone(&pool), limits());
        let admission = if n % 2 == 0 { Admission::Wait } else { Admission::WaitAside };
        tokio::spawn(async move { pool.run_admitted(limits, admission, endless).await })
    });
    for run in runs.collect::<Vec<_>>() {
        assert_eq!(run.await.unwrap().unwrap().answer, Spent::Deadline);
    }
}

#[tokio::test]
async fn those_who_wait_leave_room_to_others() {
    let pool = pool(1, 4, 4);
    let gate = hold_long_threads(&pool, 1);
    tokio::task::yield_now().await;
    gate.started.recv().unwrap();
    let mut patient = Vec::new();
    // A quarter of the places for pieces, half for steps of games.
    for (admission, waiting) in [(Admission::Wait, 1), (Admission::WaitAside, 3)] {
        for _ in 0..10 {
            let pool = Arc::clone(&pool);
            patient.push(tokio::spawn(async move { pool.run_long(Limits::default(), admission, |_| ()).await }));
        }
        tokio::task::yield_now().await;
        assert_eq!(pool.figures(Lane::Long).waiting, waiting);
    }
    let others = tokio::spawn({
        let pool = Arc::clone(&pool);
        async move { pool.run_long(Limits::default(), Admission::Refuse, |_| ()).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(pool.figures(Lane::Long).waiting, 4);
    drop(gate);
    others.await.unwrap().unwrap();
    for patient in patient {
        patient.await.unwrap().unwrap();
    }
}

/// A claim that is wanted for this long from now.
fn wanted_for(time: Duration) -> Claim {
    Claim { wanted_until: Some(Instant::now() + time), ..Claim::default() }
}

#[tokio::test]
async fn a_queue_that_takes_too_long_refuses_at_once() {
    let pool = pool(2, 4, 8);
    // Teaches the lane how long its work takes.
    let work = |_: &Budget| {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(20) {}
    };
    pool.run_long(Limits::default(), Admission::Refuse, work).await.unwrap();
    let gate = hold_long_threads(&pool, 1);
    tokio::task::yield_now().await;
    gate.started.recv().unwrap();
    // What waits for nothing but the searches under way is let in.
    let first = {
        let pool = Arc::clone(&pool);
        tokio::spawn(async move { pool.run_long(wanted_for(Duration::from_mins(1)), Admission::Refuse, |_| 1).await })
    };
    tokio::task::yield_now().await;
    // Its threads are held all the while, so what is refused was refused at once.
    let late = pool.run_long(wanted_for(Duration::from_millis(40)), Admission::Refuse, |_| 2).await;
    assert!(matches!(late, Err(ComputeError::Late { lane: Lane::Long, wait }) if wait >= Duration::from_millis(40)));
    assert_eq!(pool.figures(Lane::Long).refused_late, 1);
    let room = |time| pool.require_room(Lane::Long, Some(Instant::now() + time));
    assert!(room(Duration::from_millis(40)).await.is_err());
    assert!(room(Duration::from_mins(1)).await.is_ok());
    drop(gate.open);
    assert_eq!(first.await.unwrap().unwrap().answer, 1);
}

#[tokio::test]
async fn work_whose_time_passes_in_the_queue_is_dropped_before_it_begins() {
    let pool = pool(2, 4, 8);
    let gate = hold_long_threads(&pool, 1);
    tokio::task::yield_now().await;
    gate.started.recv().unwrap();
    let (begun, begins) = mpsc::channel();
    let late = {
        let pool = Arc::clone(&pool);
        let work = move |_: &Budget| begun.send(()).unwrap();
        tokio::spawn(async move { pool.run_long(wanted_for(Duration::from_millis(10)), Admission::Refuse, work).await })
    };
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(gate.open);
    assert_eq!(late.await.unwrap().unwrap_err(), ComputeError::Spent(Spent::Deadline));
    assert!(begins.recv().is_err());
    assert_eq!(pool.figures(Lane::Long).expired, 1);
}

#[tokio::test]
async fn an_account_has_so_much_long_work_at_once() {
    let pool = pool(3, 4, 8);
    let account = Account::new(std::num::NonZeroU32::MIN);
    let claim = || Claim { account: Some(account.clone()), ..Claim::default() };
    let (open, closed) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let first = {
        let (pool, claim) = (Arc::clone(&pool), claim());
        tokio::spawn(async move {
            let work = move |_: &Budget| {
                begun.send(()).unwrap();
                let _ = closed.recv();
            };
            pool.run_long(claim, Admission::Refuse, work).await
        })
    };
    tokio::task::yield_now().await;
    begins.recv().unwrap();
    let full = ComputeError::AccountFull { most: 1 };
    assert_eq!(pool.run_long(claim(), Admission::Refuse, |_| ()).await.unwrap_err(), full);
    // What turns out to be long is long work too; what is short is not.
    let limits = Limits::default().until(Instant::now() + Duration::from_mins(1));
    assert_eq!(pool.run(Claim { limits, ..claim() }, endless).await.unwrap_err(), full);
    assert!(pool.run(claim(), |_| ()).await.is_ok());
    assert!(pool.run_long(Limits::default(), Admission::Refuse, |_| ()).await.is_ok());
    let patient = {
        let (pool, claim) = (Arc::clone(&pool), claim());
        tokio::spawn(async move { pool.run_admitted(claim, Admission::WaitAside, |_| ()).await })
    };
    drop(open);
    first.await.unwrap().unwrap();
    patient.await.unwrap().unwrap();
    assert!(pool.run_long(claim(), Admission::Refuse, |_| ()).await.is_ok());
}

#[tokio::test]
async fn a_free_thread_is_never_too_late() {
    let pool = pool(4, 4, 8);
    // The lane thinks that its work takes a long time.
    let work = |_: &Budget| std::thread::park_timeout(Duration::from_millis(60));
    for _ in 0..3 {
        pool.run_long(Limits::default(), Admission::Refuse, work).await.unwrap();
    }
    let calls = (0..3).map(|_| pool.run_long(wanted_for(Duration::from_millis(20)), Admission::Refuse, |_| ()));
    for answer in futures_util::future::join_all(calls).await {
        assert!(!matches!(answer, Err(ComputeError::Late { .. })), "{answer:?}");
    }
}
