//! Blind games, played by a test: what it opens, what it says when the game waits, and what it hears.

use std::sync::OnceLock;
use std::time::Duration;

use tilewright::grpc::proto::blind_session_request::Event as Asked;
use tilewright::grpc::proto::blind_session_response::Event as Said;
use tilewright::grpc::proto::open::Board;
use tilewright::grpc::proto::puzzle_service_client::PuzzleServiceClient;
use tilewright::grpc::proto::*;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic::{Request, Status, Streaming};

use super::{LONG, Server, file, grid, replay};

/// Words of three letters, of which few tiles make many grids.
pub const TINY: &str =
    "act\ncat\ncod\ncog\ncot\ndog\ndot\ngod\ngot\ntag\ntoc\ntod\nado\nago\ngoa\noat\ntao\ngad\ndag\ncad\n";
/// The keys of all replicas.
pub const KEYS: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";

/// The file of [`KEYS`], written once: other tests may be reading it.
pub fn keys() -> &'static str {
    static KEYS_FILE: OnceLock<String> = OnceLock::new();
    KEYS_FILE.get_or_init(|| file("keys", KEYS))
}

/// A server that knows the words of [`TINY`] as "tiny".
pub async fn tiny(flags: &[&str]) -> Server {
    static TINY_FILE: OnceLock<String> = OnceLock::new();
    let tiny = format!("en/tiny={}", TINY_FILE.get_or_init(|| file("tiny", TINY)));
    Server::start(&[&["--dictionary", &tiny], flags].concat()).await
}

/// A server as [`tiny`], that shares its keys with the others.
pub async fn replica(flags: &[&str]) -> Server {
    tiny(&[&["--token-keys-file", keys()], flags].concat()).await
}

pub const START: &str = "otc/gad";
pub const TARGET: &str = "cat/dog";

/// Opens this board.
pub fn open(board: Board) -> Open {
    Open { board: Some(board), ..Open::default() }
}

/// The caller's own board of [`TINY`] words.
pub fn hidden() -> Open {
    let dictionary = "tiny".to_owned();
    let hidden = Hidden { start: Some(grid(START)), target: Some(grid(TARGET)), dictionary, ..Hidden::default() };
    open(Board::Hidden(hidden))
}

/// A board of [`TINY`] words that only the test knows, as it lies at the start.
pub fn unknown(feedback: Feedback) -> Open {
    let marks = (feedback != Feedback::SwappedCells).then(|| marks(feedback, &grid(START), None));
    let dictionary = "tiny".to_owned();
    let unknown = Unknown { start: Some(grid(START)), marks, dictionary, ..Unknown::default() };
    Open { feedback: feedback.into(), ..open(Board::Unknown(unknown)) }
}

/// Goes on from a token.
pub fn resume(token: &[u8]) -> Open {
    open(Board::ResumeToken(token.to_vec()))
}

/// What an event carries.
pub fn asked(event: Asked) -> BlindSessionRequest {
    BlindSessionRequest { event: Some(event) }
}

/// What a grid is told against [`TARGET`], by a second hand: none of its rows has a letter twice.
pub fn marks(feedback: Feedback, lies: &Grid, swap: Option<&Swap>) -> Marks {
    let target = grid(TARGET);
    let mark = |row: usize, column: usize| {
        let (tile, word) = (lies.rows[row].as_bytes()[column], target.rows[row].as_bytes());
        let is_swapped = |position: &Option<Position>| {
            position.as_ref().is_some_and(|p| (p.row as usize, p.column as usize) == (row, column))
        };
        match feedback {
            Feedback::SwappedCells if !swap.is_some_and(|s| is_swapped(&s.first) || is_swapped(&s.second)) => '?',
            _ if tile == word[column] => 'G',
            Feedback::RowColours if word.contains(&tile) => 'Y',
            Feedback::RowColours => '-',
            _ => 'N',
        }
    };
    Marks { rows: (0..2).map(|row| (0..3).map(|column| mark(row, column)).collect()).collect() }
}

/// A game as a stream.
pub struct Playing {
    say: Option<mpsc::Sender<BlindSessionRequest>>,
    said: Streaming<BlindSessionResponse>,
}

impl Playing {
    /// Opens one.
    pub async fn open(server: &Server, open: Open) -> Self {
        let mut playing = Self::connect(server).await.unwrap();
        playing.say(Asked::Open(Box::new(open))).await;
        playing
    }

    /// A game that is not open yet.
    pub async fn connect(server: &Server) -> Result<Self, Status> {
        Self::connect_within(server, None).await
    }

    /// As [`Playing::connect`], within so long.
    pub async fn connect_within(server: &Server, deadline: Option<Duration>) -> Result<Self, Status> {
        Self::through(server.puzzles().await, deadline).await
    }

    /// As [`Playing::connect_within`], through a client's own connection.
    pub async fn through(mut client: PuzzleServiceClient<Channel>, deadline: Option<Duration>) -> Result<Self, Status> {
        let (say, events) = mpsc::channel(2000);
        let mut request = Request::new(ReceiverStream::new(events));
        if let Some(deadline) = deadline {
            request.set_timeout(deadline);
        }
        let said = client.blind_session(request).await?.into_inner();
        Ok(Self { say: Some(say), said })
    }

    /// Says this.
    pub async fn say(&mut self, event: Asked) {
        self.say_raw(asked(event)).await;
    }

    /// Says whatever this is.
    pub async fn say_raw(&mut self, event: BlindSessionRequest) {
        // The game may be over.
        let _ = self.say.as_ref().expect("not closed").send(event).await;
    }

    /// Says that no more comes.
    pub fn close(&mut self) {
        self.say = None;
    }

    /// What is said next.
    pub async fn next(&mut self) -> Result<Option<BlindSessionResponse>, Status> {
        timeout(LONG, self.said.message()).await.expect("nothing is said")
    }

    /// What is said next, which is something.
    pub async fn heard(&mut self) -> BlindSessionResponse {
        self.next().await.unwrap().expect("the game goes on")
    }

    /// How the game ends that was to end with an error, whatever is said before.
    pub async fn error(&mut self) -> Status {
        loop {
            match self.next().await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("it ends without an error"),
                Err(status) => return status,
            }
        }
    }
}

/// What a caller says to what it heard: of an open game, to go on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// Nothing: the service plays.
    Silent,
    /// Advances before each move.
    Advances,
    /// Asks for a hint before each move, and makes it.
    FollowsHints,
    /// Makes each proposed move on its own board, and reports it by this feedback.
    Reports(Feedback),
}

impl Caller {
    /// The game that this caller plays.
    pub fn opens(self, feedback: Feedback) -> Open {
        match self {
            Self::Silent => Open { feedback: feedback.into(), ..hidden() },
            Self::Advances => Open { feedback: feedback.into(), step_by_step: true, ..hidden() },
            Self::FollowsHints => Open { feedback: feedback.into(), player: Player::Caller.into(), ..hidden() },
            Self::Reports(_) => unknown(feedback),
        }
    }

    /// Its answer to this, on a board that lies so.
    pub fn answer(self, said: &Said, lies: &Grid) -> Option<Asked> {
        match (self, said) {
            (Self::Advances, Said::Opened(_) | Said::Observed(_)) => Some(Asked::Advance(Advance {})),
            (Self::FollowsHints, Said::Opened(_) | Said::Observed(_)) => Some(Asked::Hint(Hint {})),
            (Self::FollowsHints, Said::Proposed(proposed)) => proposed.swap.map(Asked::Swap),
            (Self::Reports(feedback), Said::Proposed(Proposed { swap: Some(swap), .. })) => {
                let lies = replay(lies, &[*swap]);
                let marks = Some(marks(feedback, &lies, Some(swap)));
                // Where the marks do not show it, the real game says that it is won.
                let solved = (feedback == Feedback::SwappedCells && lies == grid(TARGET)).then_some(true);
                Some(Asked::Report(Box::new(Report { swap: None, marks, solved })))
            }
            _ => None,
        }
    }
}

/// Plays a game to its end, as a stream. `repeats`: a proposal is open, and repeated first.
pub async fn play(server: &Server, open: Open, caller: Caller, repeats: bool) -> Vec<BlindSessionResponse> {
    let mut playing = Playing::open(server, open).await;
    let (mut trace, mut lies) = (Vec::new(), grid(START));
    while let Some(said) = playing.next().await.unwrap() {
        let event = said.event.as_ref().unwrap();
        if let Said::Opened(Opened { grid: Some(grid), .. }) | Said::Observed(Observed { grid: Some(grid), .. }) = event
        {
            lies.clone_from(grid);
        }
        if let Some(answer) = caller.answer(event, &lies).filter(|_| !(trace.is_empty() && repeats)) {
            playing.say(answer).await;
        }
        trace.push(said);
    }
    trace
}

/// A piece of a game.
pub async fn step(server: &Server, events: Vec<Asked>) -> Result<StepBlindSessionResponse, Status> {
    let events = events.into_iter().map(asked).collect();
    Ok(server.puzzles().await.step_blind_session(StepBlindSessionRequest { events }).await?.into_inner())
}

/// Plays a game to its end in pieces, each on the next of these servers.
pub async fn play_in_pieces(servers: &[&Server], open: Open, caller: Caller) -> Vec<BlindSessionResponse> {
    let (mut trace, mut lies) = (Vec::<BlindSessionResponse>::new(), grid(START));
    let mut events = vec![Asked::Open(Box::new(open))];
    for server in servers.iter().cycle() {
        let piece = step(server, std::mem::take(&mut events)).await.unwrap();
        // A game that is taken up again first says how it stands, and what is open.
        let known = match trace.last().and_then(|last| last.event.as_ref()) {
            None => 0,
            Some(Said::Proposed(_)) => 2,
            Some(_) => 1,
        };
        trace.extend(piece.events.into_iter().skip(known));
        let last = trace.last().unwrap().event.as_ref().unwrap();
        if piece.resume_token.is_empty() {
            return trace;
        }
        if let Some(Said::Opened(Opened { grid: Some(grid), .. }) | Said::Observed(Observed { grid: Some(grid), .. })) =
            trace.iter().rev().map(|said| said.event.as_ref().unwrap()).find(|e| !matches!(e, Said::Proposed(_)))
        {
            lies.clone_from(grid);
        }
        let answer = caller.answer(last, &lies).expect("the game waits for something");
        events = vec![Asked::Open(Box::new(resume(&piece.resume_token))), answer];
    }
    panic!("there are servers");
}

/// The same without what differs from game to game: ids and tokens.
pub fn bare(trace: &[BlindSessionResponse]) -> Vec<BlindSessionResponse> {
    let mut trace = trace.to_vec();
    for said in &mut trace {
        said.resume_token.clear();
        if let Some(Said::Opened(opened)) = &mut said.event {
            opened.session_id.clear();
        }
    }
    trace
}
