//! Games whose players pause for as long as keeps the machine busy for a part of its time.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tilewright::grpc::proto::Strategy;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tokio::task::JoinHandle;
use tonic::transport::Channel;

use super::playing::{Kind, Playing, Step, open};
use super::serving::{Any, Machine, Serving, processors, spent_here};
use super::support::{Random, Times};

const GAMES: usize = 500;
/// Connections that they share.
const CONNECTIONS: usize = 8;
/// Games played alone, one after the other, on a server that has nothing else to do.
const ALONE: usize = 40;
/// The part of the machine that is to be busy.
const BUSY: f64 = 0.7;
/// How the pause is found: so often, after each time of this length.
const TRIES: usize = 10;
const TRY: Duration = Duration::from_secs(3);
/// How long steps are measured then.
const MEASURED: Duration = Duration::from_secs(30);
/// What its metrics call a game.
const METHOD: &str = "tilewright.v1.PuzzleService/BlindSession";
/// How often it is looked then who waits.
const LOOK: Duration = Duration::from_millis(100);
/// About the steps of a game: each player's first game is taken up somewhere within it, as it would be after a long time.
const STEPS: usize = 18;

/// What all players share.
struct Load {
    strategy: Strategy,
    /// Their mean pause, in microseconds.
    pause: AtomicU64,
    /// Whether steps count now.
    measuring: AtomicBool,
    steps: Mutex<Vec<Step>>,
    /// Players that have taken up their game.
    playing: AtomicUsize,
    finished: AtomicUsize,
    lost: AtomicUsize,
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn as_f64(n: u64) -> f64 {
    n as f64
}

impl Load {
    /// A pause of players who do not wait for each other.
    fn pause(&self, random: &mut Random) -> Duration {
        let part = (as_f64(random.next() >> 12) + 1.0) / as_f64(1 << 52);
        Duration::from_micros(self.pause.load(Ordering::Relaxed)).mul_f64(-part.ln())
    }

    /// Plays one game after the other, for ever.
    async fn play(self: Arc<Self>, player: usize, mut client: PuzzleServiceClient<Channel>) {
        let mut random = Random(player as u64);
        let mut at_once = random.below(STEPS);
        for n in (player..).step_by(GAMES) {
            let game = self.game(n, &mut client, &mut random, std::mem::take(&mut at_once)).await;
            let ended = if game.is_ok() { &self.finished } else { &self.lost };
            ended.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn game(
        &self,
        n: usize,
        client: &mut PuzzleServiceClient<Channel>,
        random: &mut Random,
        at_once: usize,
    ) -> Result<(), Any> {
        let mut playing = Playing::open(client, open(format!("load/{n}"), self.strategy, true)).await?;
        let mut moves = 0;
        while !playing.is_over() {
            if moves >= at_once {
                if moves == at_once && n < GAMES {
                    self.playing.fetch_add(1, Ordering::Relaxed);
                }
                tokio::time::sleep(self.pause(random)).await;
            }
            let step = playing.advance().await?;
            if self.measuring.load(Ordering::Relaxed)
                && let Ok(mut steps) = self.steps.lock()
            {
                steps.push(step);
            }
            moves += 1;
        }
        if n < GAMES && moves <= at_once {
            self.playing.fetch_add(1, Ordering::Relaxed);
        }
        if playing.finished().await?.solved { Ok(()) } else { Err("a game was not solved".into()) }
    }
}

/// The steps of games played alone, and the processor time that each took everywhere.
async fn alone(strategy: Strategy) -> Result<(Vec<Step>, f64), Any> {
    let server = Serving::start(&[])?;
    let mut client = server.puzzles().await?;
    let (mut steps, mut spent) = (Vec::new(), 0.0);
    for n in 0..=ALONE {
        // The first game warms the server, and is not counted.
        if n == 1 {
            steps.clear();
            spent = server.spent() + spent_here();
        }
        let mut playing = Playing::open(&mut client, open(format!("alone/{n}"), strategy, true)).await?;
        while !playing.is_over() {
            steps.push(playing.advance().await?);
        }
        playing.finished().await?;
    }
    spent = server.spent() + spent_here() - spent;
    where_time_went(&server).await?;
    let a_step = spent / as_f64(steps.len() as u64);
    Ok((steps, a_step))
}

/// What the server's own histograms say of the games that ended.
async fn where_time_went(server: &Serving) -> Result<(), Any> {
    let figure = async |name: &str, part: &str| {
        server.figure(&format!("tilewright_{name}_seconds_{part}{{method=\"{METHOD}\"}}")).await
    };
    let games = figure("queue", "count").await?;
    let (queued, computed) = (figure("queue", "sum").await? / games, figure("compute", "sum").await? / games);
    println!(
        "  alone, a game waits {:.1} ms for a thread and holds one for {:.1} ms, in all its steps",
        queued * 1e3,
        computed * 1e3
    );
    Ok(())
}

fn times(steps: &[Step], kind: Option<Kind>) -> Option<Times> {
    let of_kind = steps.iter().filter(|step| kind.is_none_or(|kind| step.kind == kind));
    let mut times: Vec<Duration> = of_kind.map(|step| step.took).collect();
    times.sort_unstable();
    (!times.is_empty()).then_some(Times(times))
}

fn tell(alone: &[Step], busy: &[Step]) {
    for (name, kind) in [
        ("all", None),
        ("first", Some(Kind::First)),
        ("learning", Some(Kind::Learn)),
        ("finishing", Some(Kind::Finish)),
    ] {
        let (Some(alone), Some(busy)) = (times(alone, kind), times(busy, kind)) else { continue };
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "  {name:>9}: alone {:4} steps, median {:7.2} ms, 99th {:7.2}; busy {:5} steps, median {:7.2} ms, 90th {:7.2}, 99th {:7.2}, most {:7.2}; 99th to idle median {:6.1}, to idle 99th {:5.1}",
            alone.0.len(),
            milliseconds(alone.at(50)),
            milliseconds(alone.at(99)),
            busy.0.len(),
            milliseconds(busy.at(50)),
            milliseconds(busy.at(90)),
            milliseconds(busy.at(99)),
            milliseconds(busy.at(100)),
            milliseconds(busy.at(99)) / milliseconds(alone.at(50)),
            milliseconds(busy.at(99)) / milliseconds(alone.at(99)),
        );
    }
}

async fn compare(strategy: Strategy) -> Result<(), Any> {
    println!("{GAMES} games, {}, the machine busy for {BUSY} of its time:", strategy.as_str_name());
    let (steps_alone, a_step) = alone(strategy).await?;
    let server = Serving::start(&[])?;
    let games = as_f64(GAMES as u64);
    let guess = games * a_step / (BUSY * processors());
    println!("  alone, a step takes {:.2} ms of processor time: a guess of {guess:.2} s for the pause", a_step * 1e3);
    let load = Arc::new(Load {
        strategy,
        pause: AtomicU64::new(micros(guess)),
        measuring: AtomicBool::new(false),
        steps: Mutex::default(),
        playing: AtomicUsize::new(0),
        finished: AtomicUsize::new(0),
        lost: AtomicUsize::new(0),
    });
    let mut players: Vec<JoinHandle<()>> = Vec::new();
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        clients.push(server.puzzles().await?);
    }
    for (player, client) in (0..GAMES).zip(clients.iter().cycle()) {
        players.push(tokio::spawn(Arc::clone(&load).play(player, client.clone())));
    }
    while load.playing.load(Ordering::Relaxed) < GAMES {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut pause = guess;
    for _ in 0..TRIES {
        let (spent, started) = (server.spent() + spent_here(), Instant::now());
        tokio::time::sleep(TRY).await;
        let busy = (server.spent() + spent_here() - spent) / started.elapsed().as_secs_f64() / processors();
        // Half of what would be needed, in proportion: what a few seconds show is partly chance. And no pause at all would not
        // help where steps wait for each other.
        pause = (pause * (busy / BUSY).clamp(0.5, 2.0).sqrt()).clamp(guess / 2.0, guess * 2.0);
        load.pause.store(micros(pause), Ordering::Relaxed);
    }
    let (machine, started) = (Machine::now(), Instant::now());
    let (by_server, by_players) = (server.spent(), spent_here());
    load.measuring.store(true, Ordering::Relaxed);
    let mut waiting = [Vec::new(), Vec::new()];
    while started.elapsed() < MEASURED {
        tokio::time::sleep(LOOK).await;
        for (lane, waiting) in ["short", "long"].into_iter().zip(&mut waiting) {
            waiting.push(server.figure(&format!("tilewright_lane_waiting{{lane=\"{lane}\"}}")).await?);
        }
    }
    load.measuring.store(false, Ordering::Relaxed);
    let share = |spent: f64| spent / started.elapsed().as_secs_f64() / processors();
    println!(
        "  pause {pause:.2} s: the server took {:.2} of the machine and the players {:.2}; with all else on it, {:.2} was busy",
        share(server.spent() - by_server),
        share(spent_here() - by_players),
        machine.busy_since()
    );
    let [short, long] = waiting.map(|waiting| waiting.iter().sum::<f64>() / as_f64(waiting.len() as u64));
    println!("  waiting for a thread, on average: {short:.2} in the short lane, {long:.2} in the long lane");
    let open = server.figure("tilewright_games_open").await?;
    let steps = load.steps.lock().map(|steps| steps.clone()).unwrap_or_default();
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    println!("  {open} open at the end, {} finished, {} lost", count(&load.finished), count(&load.lost));
    tell(&steps_alone, &steps);
    for player in players {
        player.abort();
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds")]
fn micros(seconds: f64) -> u64 {
    (seconds * 1e6) as u64
}

pub(crate) async fn run(strategies: &[Strategy]) -> Result<(), Any> {
    for &strategy in strategies {
        compare(strategy).await?;
    }
    Ok(())
}
