//! A million calls by chance, the same on every run: of all methods, with requests whose fields are drawn from what such a field
//! may hold and what it may not, some of them with bytes changed, and with bytes that are no message at all.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use prost::Message as _;
use prost_reflect::{
    Cardinality, DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor, Value,
};
use tilewright::grpc::proto::DESCRIPTORS;
use tokio::task::JoinSet;
use tokio::time::timeout_at;

use super::calling::{Asked, Line, call};
use crate::attack::Target;
use crate::support::Random;

const CALLS: u64 = 1_000_000;
const CONNECTIONS: usize = 4;
const AT_ONCE: usize = 64;
const PATIENCE: Duration = Duration::from_secs(5);
/// How deep messages lie in one another.
const DEEP: usize = 5;

/// What a text may be: of each kind some that is right somewhere.
const TEXTS: [&str; 24] = [
    "",
    "en",
    "de",
    "pl",
    "xx",
    "answers",
    "allowed",
    "enable",
    "crane",
    "slate",
    "nymph",
    "abc",
    "wsooa",
    "daily/1",
    "ñandú",
    "ß",
    "🧩",
    "a\u{0}b",
    "\u{202e}x",
    "ABCDE",
    "abcdefghi",
    "abcdefghij",
    " ",
    "-1",
];
const NUMBERS: [u64; 12] = [0, 1, 2, 3, 5, 6, 9, 10, 1000, 1_000_000, 0xffff_ffff, u64::MAX];

/// A request by chance.
fn message(of: &MessageDescriptor, deep: usize, random: &mut Random) -> DynamicMessage {
    let mut message = DynamicMessage::new(of.clone());
    for field in of.fields() {
        if random.below(3) == 0 {
            continue;
        }
        if field.is_list() {
            let most = [1, 3, 6, 30][random.below(4)];
            let items = (0..random.below(most + 1)).filter_map(|_| value(&field, deep, random)).collect();
            message.set_field(&field, Value::List(items));
        } else if !field.is_map()
            && field.cardinality() != Cardinality::Repeated
            && let Some(value) = value(&field, deep, random)
        {
            message.set_field(&field, value);
        }
    }
    message
}

fn value(field: &FieldDescriptor, deep: usize, random: &mut Random) -> Option<Value> {
    let number = if random.below(4) == 0 { random.next() } else { NUMBERS[random.below(NUMBERS.len())] };
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "any number is as good")]
    Some(match field.kind() {
        Kind::Double => Value::F64(f64::from_bits(random.next())),
        Kind::Float => Value::F32(f32::from_bits(number as u32)),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(number as i32),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(number as i64),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(number as u32),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(number),
        Kind::Bool => Value::Bool(number % 2 == 0),
        Kind::String => Value::String(match random.below(4) {
            0 => (0..random.below(12)).map(|_| char::from(b'a' + (random.next() % 26) as u8)).collect(),
            1 if field.name() == "rows" => ["wsooa", "snido", "rhtpy", "uhtvc", "uianj"][random.below(5)].to_owned(),
            _ => TEXTS[random.below(TEXTS.len())].to_owned(),
        }),
        Kind::Bytes => Value::Bytes((0..random.below(40)).map(|_| random.next() as u8).collect()),
        Kind::Enum(_) => Value::EnumNumber((number % 12) as i32),
        Kind::Message(_) if deep == 0 => return None,
        Kind::Message(of) => Value::Message(message(&of, deep - 1, random)),
    })
}

/// What call number so many asks.
fn asked(call: u64, methods: &[MethodDescriptor]) -> Asked {
    let mut random = Random(call);
    let method = &methods[random.below(methods.len())];
    let path = match random.below(50) {
        0 => format!("/{}/Nothing", method.parent_service().full_name()),
        _ => format!("/{}/{}", method.parent_service().full_name(), method.name()),
    };
    let mut body = BytesMut::new();
    let messages = if method.is_client_streaming() { random.below(4) } else { 1 };
    for _ in 0..messages {
        let mut bytes = match random.below(4) {
            0 => (0..random.below(200)).map(|_| random.next().to_le_bytes()[0]).collect(),
            _ => message(&method.input(), DEEP, &mut random).encode_to_vec(),
        };
        if random.below(3) == 0 && !bytes.is_empty() {
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.next().to_le_bytes()[0];
            }
        }
        // Now and then gRPC's own frame is wrong.
        body.put_u8(u8::from(random.below(100) == 0));
        body.put_u32(u32::try_from(bytes.len()).unwrap_or(0) + u32::from(random.below(100) == 0));
        body.put_slice(&bytes);
    }
    let timeout = format!("{}m", 2 + random.below(99));
    Asked { path, headers: vec![("grpc-timeout", timeout)], body: Bytes::from(body) }
}

/// Makes all of them.
pub(crate) async fn run(target: Arc<Target>) {
    let pool = DescriptorPool::decode(DESCRIPTORS).expect("the build wrote these descriptors");
    let methods: Rc<Vec<MethodDescriptor>> =
        Rc::new(pool.services().flat_map(|of| of.methods().collect::<Vec<_>>()).collect());
    let next = Rc::new(Cell::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let line = Rc::new(RefCell::new(Some(Line::to(&target))));
        for _ in 0..AT_ONCE {
            let (target, methods, next, line) =
                (Arc::clone(&target), Rc::clone(&methods), Rc::clone(&next), Rc::clone(&line));
            tasks.spawn_local(async move {
                while next.get() < CALLS && !target.is_over() {
                    // One at a time makes the connection anew.
                    let Some(mut own) = line.borrow_mut().take() else {
                        tokio::task::yield_now().await;
                        continue;
                    };
                    let ready = timeout_at(target.until, own.send()).await;
                    *line.borrow_mut() = Some(own);
                    let Ok(Some(send)) = ready else { continue };
                    let number = next.replace(next.get() + 1);
                    target.sent("calls", 1);
                    call(&target, send, asked(number, &methods), PATIENCE).await;
                }
            });
        }
    }
    tasks.join_all().await;
}
