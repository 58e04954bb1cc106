//! One connection's bytes, plain or through TLS, and the hold that its keeper has on it.
//!
//! tonic serves a connection in a task of its own that nobody can end from outside: an open stream, an idle client or half
//! a preface keep it for ever. So the bytes can be cut off here: the keeper drops its [`Hold`], and the next read fails.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_rustls::server::TlsStream;
use tokio_stream::Stream;
use tonic::transport::server::Connected;

use super::heads::{self, Head, Requests};
use super::readers::Reader;
use super::room::Standing;

/// What every client of HTTP/2 sends first (RFC 9113, section 3.4).
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// What each call knows of its connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Who reads the answers.
    pub reader: Reader,
    /// What was asked so far.
    pub requests: Requests,
    /// Its place in the line of connections that have called nothing.
    pub standing: Arc<Standing>,
}

impl Peer {
    /// Of a connection that nothing is known of.
    #[must_use]
    pub fn new(standing: Standing) -> Self {
        Self { reader: Reader::default(), requests: Requests::default(), standing: Arc::new(standing) }
    }
}

/// What a connection's bytes go through.
#[derive(Debug)]
pub enum Transport {
    /// Plain text.
    Plain(TcpStream),
    /// TLS, its handshake done.
    Tls(Box<TlsStream<TcpStream>>),
}

/// Does the same with either.
macro_rules! with_either {
    ($transport:expr, $stream:ident => $does:expr) => {
        match $transport {
            Transport::Plain($stream) => $does,
            Transport::Tls($stream) => $does,
        }
    };
}

/// A connection. `P` is what it holds of the house while it is open: its place.
#[derive(Debug)]
pub struct Connection<P> {
    stream: Transport,
    /// How many bytes are missing of the preface.
    preface_left: usize,
    /// Whether those that came are the preface's. HTTP/1.1 has none, and says something else.
    is_preface: bool,
    /// Told when nothing is missing any more.
    greeted: Option<oneshot::Sender<()>>,
    /// What was read of a head, unless this is HTTP/2.
    head: Option<Head>,
    /// Resolves when the keeper lets go.
    cut: oneshot::Receiver<Infallible>,
    is_cut: bool,
    peer: Peer,
    /// Dropped with the connection: tells the keeper that it is gone.
    _gone: oneshot::Sender<Infallible>,
    _place: P,
}

/// What a connection's keeper holds. When [`Hold::cut`] is dropped the connection ends.
#[derive(Debug)]
pub struct Hold {
    /// Resolves when the client's preface is complete, or the connection gone.
    pub greeted: oneshot::Receiver<()>,
    /// While this is held the connection may live.
    pub cut: oneshot::Sender<Infallible>,
    /// Who reads its answers.
    pub reader: Reader,
}

/// A stream of one connection, which ends when the connection does: what one tonic server is given to serve.
#[derive(Debug)]
pub struct Only<P> {
    connection: Option<Connection<P>>,
    gone: oneshot::Receiver<Infallible>,
}

/// Takes hold of a stream that was accepted.
pub fn hold<P>(stream: Transport, place: P, standing: Standing) -> (Only<P>, Hold) {
    let (greeted, greeted_told) = oneshot::channel();
    let (cut, cut_told) = oneshot::channel();
    let (gone, gone_told) = oneshot::channel();
    let peer = Peer::new(standing);
    let reader = peer.reader.clone();
    let connection = Connection {
        stream,
        preface_left: PREFACE.len(),
        is_preface: true,
        greeted: Some(greeted),
        head: Some(Head::new(peer.requests.clone())),
        cut: cut_told,
        is_cut: false,
        peer,
        _gone: gone,
        _place: place,
    };
    (Only { connection: Some(connection), gone: gone_told }, Hold { greeted: greeted_told, cut, reader })
}

impl<P: Unpin> Stream for Only<P> {
    type Item = io::Result<Connection<P>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.connection.take() {
            Some(connection) => Poll::Ready(Some(Ok(connection))),
            None => Pin::new(&mut self.gone).poll(context).map(|_| None),
        }
    }
}

impl<P> Connection<P> {
    /// Fails once the keeper has let go, and until then has the task woken when it does.
    fn alive(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        self.is_cut = self.is_cut || Pin::new(&mut self.cut).poll(context).is_ready();
        if self.is_cut { Err(io::Error::new(io::ErrorKind::ConnectionAborted, "ended by the server")) } else { Ok(()) }
    }

    /// A write that waits for its reader fails, too, once the keeper has let go.
    fn or_cut<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match polled {
            Poll::Pending => self.alive(context).map_or_else(|error| Poll::Ready(Err(error)), |()| Poll::Pending),
            ready @ Poll::Ready(_) => ready,
        }
    }

    /// Takes note of what the client said.
    fn hear(&mut self, bytes: &[u8]) {
        if let Some(head) = &mut self.head {
            head.read(bytes.len());
        }
        if self.greeted.is_none() {
            return;
        }
        let expected = &PREFACE[PREFACE.len() - self.preface_left..];
        self.is_preface &= expected.iter().zip(bytes).all(|(expected, said)| expected == said);
        self.preface_left = self.preface_left.saturating_sub(bytes.len());
        if self.preface_left == 0
            && let Some(greeted) = self.greeted.take()
        {
            if self.is_preface {
                self.head = None;
            }
            // The keeper may have let go meanwhile.
            let _ = greeted.send(());
        }
    }
}

impl<P: Unpin> AsyncRead for Connection<P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.alive(context)?;
        let most = match self.head.as_mut().map(Head::may) {
            None => buffer.remaining(),
            Some(heads::Next::Read) => buffer.remaining().min(heads::PIECE),
            Some(heads::Next::Wait) => {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Some(heads::Next::End) => {
                let error = io::Error::new(io::ErrorKind::InvalidData, "the head of a request is too long");
                return Poll::Ready(Err(error));
            }
        };
        let had = buffer.filled().len();
        let polled = if most == buffer.remaining() {
            with_either!(&mut self.stream, stream => Pin::new(stream).poll_read(context, buffer))
        } else {
            let mut piece = ReadBuf::new(buffer.initialize_unfilled_to(most));
            let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_read(context, &mut piece));
            let read = piece.filled().len();
            buffer.advance(read);
            polled
        };
        self.hear(&buffer.filled()[had..]);
        polled
    }
}

impl<P: Unpin> AsyncWrite for Connection<P> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_write(context, bytes));
        self.or_cut(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_write_vectored(context, slices));
        self.or_cut(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        with_either!(&self.stream, stream => stream.is_write_vectored())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Over HTTP/1.1 nothing is read while an answer is under way and more was sent; but after each wake it is flushed.
        self.alive(context)?;
        let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_flush(context));
        self.or_cut(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_shutdown(context));
        self.or_cut(context, polled)
    }
}

impl<P> Connected for Connection<P> {
    /// What tonic puts into the extensions of each of its calls.
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.peer.clone()
    }
}
