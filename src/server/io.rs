//! One connection's bytes, plain or through TLS, and the hold that its keeper has on it.
//!
//! tonic serves a connection in a task of its own that nobody can end from outside: an open stream, an idle client or half
//! a preface keep it for ever. So the bytes can be cut off here: the keeper drops its [`Hold`], and the next read fails.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_rustls::server::TlsStream;
use tokio_stream::Stream;
use tonic::transport::server::Connected;

use super::readers::Reader;

/// The bytes that every client of HTTP/2 sends first.
const PREFACE_BYTES: usize = 24;

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
    /// What is missing of the preface.
    preface_left: usize,
    /// Told when nothing is missing any more.
    greeted: Option<oneshot::Sender<()>>,
    /// Resolves when the keeper lets go.
    cut: oneshot::Receiver<Infallible>,
    is_cut: bool,
    /// Who reads the answers.
    reader: Reader,
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
pub fn hold<P>(stream: Transport, place: P) -> (Only<P>, Hold) {
    let (greeted, greeted_told) = oneshot::channel();
    let (cut, cut_told) = oneshot::channel();
    let (gone, gone_told) = oneshot::channel();
    let reader = Reader::default();
    let connection = Connection {
        stream,
        preface_left: PREFACE_BYTES,
        greeted: Some(greeted),
        cut: cut_told,
        is_cut: false,
        reader: reader.clone(),
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

    fn count_preface(&mut self, bytes: usize) {
        self.preface_left = self.preface_left.saturating_sub(bytes);
        if self.preface_left == 0
            && let Some(greeted) = self.greeted.take()
        {
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
        let had = buffer.filled().len();
        let polled = with_either!(&mut self.stream, stream => Pin::new(stream).poll_read(context, buffer));
        if self.greeted.is_some() {
            self.count_preface(buffer.filled().len() - had);
        }
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
    type ConnectInfo = Reader;

    fn connect_info(&self) -> Reader {
        self.reader.clone()
    }
}
