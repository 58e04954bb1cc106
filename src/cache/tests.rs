use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

use super::*;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Failure {
    Lost,
    Refused,
}

type TestAnswers = Answers<u32, u32, Failure>;

fn answers() -> Arc<TestAnswers> {
    Arc::new(Answers::new(1 << 20, |_, _| 100))
}

/// A computation that counts its runs, waits to be let go, and then answers.
#[derive(Default)]
struct Slow {
    runs: AtomicUsize,
    go: Notify,
}

impl Slow {
    async fn ask(self: &Arc<Self>, answers: &TestAnswers, key: u32) -> Result<Found<u32>, Failure> {
        let slow = Arc::clone(self);
        answers
            .get(key, Failure::Lost, move |_| async move {
                slow.runs.fetch_add(1, Ordering::SeqCst);
                slow.go.notified().await;
                Ok(key * 2)
            })
            .await
    }
}

#[tokio::test]
async fn all_who_wait_for_a_key_share_one_computation_and_it_is_kept() {
    let (answers, slow) = (answers(), Arc::new(Slow::default()));
    let waiters: Vec<_> = (0..10)
        .map(|_| {
            let (answers, slow) = (Arc::clone(&answers), Arc::clone(&slow));
            tokio::spawn(async move { slow.ask(&answers, 7).await })
        })
        .collect();
    tokio::task::yield_now().await;
    slow.go.notify_one();
    for waiter in waiters {
        assert_eq!(waiter.await.unwrap().unwrap().answer, 14);
    }
    assert_eq!(slow.ask(&answers, 7).await.unwrap(), Found { answer: 14, how: How::Kept });
    assert_eq!(slow.runs.load(Ordering::SeqCst), 1);
    assert_eq!(answers.served(), ServedFigures { kept: 1, computed: 1, shared: 9 });
}

#[tokio::test]
async fn a_waiter_that_leaves_early_loses_nothing_for_the_others() {
    let (answers, slow) = (answers(), Arc::new(Slow::default()));
    let patient = tokio::spawn({
        let (answers, slow) = (Arc::clone(&answers), Arc::clone(&slow));
        async move { slow.ask(&answers, 7).await }
    });
    // The impatient one asks first or second: it makes no difference.
    assert!(timeout(Duration::from_millis(5), slow.ask(&answers, 7)).await.is_err());
    slow.go.notify_one();
    assert_eq!(patient.await.unwrap().unwrap().answer, 14);
    assert_eq!(slow.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn the_last_waiter_to_leave_cancels_and_the_next_starts_anew() {
    let answers = answers();
    let (tell, flag) = tokio::sync::oneshot::channel();
    let asked = answers.get(7, Failure::Lost, move |cancel| async move {
        tell.send(cancel.clone()).unwrap();
        while !cancel.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err(Failure::Refused)
    });
    assert!(timeout(Duration::from_millis(10), asked).await.is_err());
    assert!(flag.await.unwrap().is_cancelled());
    assert!(lock(&answers.flights).is_empty());
    let again = answers.get(7, Failure::Lost, |_| async { Ok(1) }).await.unwrap();
    assert_eq!(again, Found { answer: 1, how: How::Computed });
}

#[tokio::test]
async fn a_computation_that_nobody_waits_for_ends_even_where_it_waits_for_its_turn() {
    let answers = answers();
    let (tell, ended) = tokio::sync::oneshot::channel::<()>();
    let asked = answers.get(7, Failure::Lost, move |_| async move {
        let _held = tell;
        std::future::pending().await
    });
    assert!(timeout(Duration::from_millis(5), asked).await.is_err());
    assert!(timeout(Duration::from_secs(20), ended).await.unwrap().is_err());
}

#[tokio::test]
async fn a_failure_is_told_and_not_kept() {
    let answers = answers();
    let failed = answers.get(7, Failure::Lost, |_| async { Err(Failure::Refused) }).await;
    assert_eq!(failed.unwrap_err(), Failure::Refused);
    let died = answers.get(7, Failure::Lost, |_| async { panic!("a bug, on purpose") }).await;
    assert_eq!(died.unwrap_err(), Failure::Lost);
    let found = answers.get(7, Failure::Lost, |_| async { Ok(1) }).await.unwrap();
    assert_eq!(found.how, How::Computed);
}

#[tokio::test]
async fn the_weight_kept_is_bounded() {
    let answers: TestAnswers = Answers::new(1000, |_, _| 100);
    for key in 0..100 {
        answers.get(key, Failure::Lost, move |_| async move { Ok(key) }).await.unwrap();
    }
    answers.kept.run_pending_tasks();
    assert!(answers.weight() <= 1000 && answers.len() <= 10 && !answers.is_empty());
    let nothing: TestAnswers = Answers::new(0, |_, _| 100);
    for _ in 0..2 {
        nothing.get(1, Failure::Lost, |_| async { Ok(1) }).await.unwrap();
        nothing.kept.run_pending_tasks();
        assert!(nothing.is_empty());
    }
}
