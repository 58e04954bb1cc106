//! What the service tells of itself is what docs/telemetry.md says: metrics and log lines here, traces in traces.rs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tilewright::grpc::proto::*;
use tilewright::server::telemetry::metrics::Metrics;
use tilewright::server::telemetry::security::RefusedFor;

use crate::support::docs::{name, names, rows};
use crate::support::{Server, grid};

/// A metric, as it is told.
#[derive(Debug, Default, PartialEq, Eq)]
struct Metric {
    kind: String,
    labels: BTreeSet<String>,
}

/// All rows of /metrics: the name with its suffix, its labels, and its value.
fn samples(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let lines = text.lines().skip_while(|line| !line.starts_with('#')).filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, _) = line.rsplit_once(' ').unwrap();
        let (name, labels) = name.split_once('{').unwrap_or((name, ""));
        let label = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap();
            (name.to_owned(), value.trim_matches('"').to_owned())
        };
        (name.to_owned(), labels.trim_end_matches('}').split(',').filter(|pair| !pair.is_empty()).map(label).collect())
    };
    lines.map(sample).collect()
}

/// The metrics of these rows, by their whole names, a histogram's without a suffix.
fn metrics(text: &str) -> BTreeMap<String, Metric> {
    let kinds: BTreeMap<&str, &str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect();
    let mut metrics = BTreeMap::<String, Metric>::new();
    for (name, labels) in samples(text) {
        let suffixes = ["_total", "_info", "_sum", "_count", "_bucket"];
        let base = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix).filter(|base| kinds.contains_key(base)));
        let base = base.unwrap_or(&name);
        let kind = kinds[base];
        let name = if kind == "histogram" { base } else { &name };
        let metric = metrics.entry(name.to_owned()).or_default();
        kind.clone_into(&mut metric.kind);
        metric.labels.extend(labels.into_iter().map(|(label, _)| label).filter(|label| label != "le"));
    }
    metrics
}

/// A server that has something to say in each metric.
async fn told() -> String {
    let server = Server::start(&[]).await;
    let mut puzzles = server.puzzles().await;
    let (start, target) = (Some(grid("tac/tno/utr")), Some(grid("cat/not/rut")));
    let request = MinSwapsRequest { start, target, ..MinSwapsRequest::default() };
    puzzles.min_swaps(request).await.unwrap();
    let wrong = puzzles.min_swaps(MinSwapsRequest::default()).await.unwrap_err();
    assert_eq!(wrong.code(), tonic::Code::InvalidArgument);
    let mut guesses = server.guesses().await;
    let words = Words { words: ["cat", "cot", "dog"].map(str::to_owned).to_vec(), ..Words::default() };
    let request = LongestChainRequest { words: Some(words), word_length: 3, ..LongestChainRequest::default() };
    let mut chain = guesses.longest_chain(request).await.unwrap().into_inner();
    let mut proven = false;
    while let Some(message) = chain.message().await.unwrap() {
        proven = message.proven;
    }
    assert!(proven);
    server.wait_for("/metrics", "tilewright_calls_in_flight 0\n").await
}

/// What a server says beside it that is secured, and that somebody tried.
fn told_of_security() -> String {
    let mut metrics = Metrics::new();
    metrics.add_tls();
    for why in [RefusedFor::Missing, RefusedFor::Unknown, RefusedFor::Scope, RefusedFor::Rate] {
        metrics.security.refused(why);
    }
    for used in [true, false] {
        metrics.security.reloaded("tls", used);
        metrics.security.reloaded("auth", used);
    }
    metrics.text().unwrap()
}

#[tokio::test]
async fn metrics_are_those_of_the_documentation() {
    let text = told().await;
    let mut documented = BTreeMap::new();
    for row in rows("| metric | type | labels | unit | meaning |") {
        let (name, unit) = (name(&row[0]), &*row[3]);
        for measured in ["seconds", "bytes"] {
            assert_eq!(unit == measured, name.contains(&format!("_{measured}")), "{row:?}");
        }
        let metric = Metric { kind: row[1].clone(), labels: names(&row[2]).into_iter().collect() };
        assert!(documented.insert(name, metric).is_none(), "{row:?}");
    }
    let mut told = metrics(&text);
    told.extend(metrics(&told_of_security()));
    if !cfg!(target_os = "linux") {
        documented.retain(|name, _| !name.starts_with("process_"));
    }
    for (name, metric) in &documented {
        assert_eq!(Some(metric), told.remove(name).as_ref(), "{name}");
    }
    assert!(told.is_empty(), "not documented: {told:?}");
}

#[tokio::test]
async fn labels_and_buckets_are_those_of_the_documentation() {
    let text = told().await;
    let values: BTreeMap<String, Vec<String>> =
        rows("| label | values |").iter().map(|row| (name(&row[0]), names(&row[1]))).collect();
    let mut bounds = BTreeMap::<String, BTreeSet<String>>::new();
    for (metric, labels) in samples(&text).into_iter().chain(samples(&told_of_security())) {
        for (label, value) in labels {
            if label == "le" {
                let base = metric.strip_suffix("_bucket").unwrap().to_owned();
                bounds.entry(base).or_default().insert(value);
                continue;
            }
            let closed = !["method", "code", "version", "arch", "os"].contains(&&*label);
            let documented = values.get(&label).unwrap_or_else(|| panic!("no label {label}"));
            assert!(!closed || documented.contains(&value), "{metric}: {label}={value}");
        }
    }
    let number = |text: &str| text.parse::<f64>().unwrap();
    for row in rows("| histogram | buckets | why |") {
        let documented: Vec<f64> = row[1].split(' ').map(number).collect();
        let told = bounds.remove(&name(&row[0])).unwrap_or_else(|| panic!("no {}", row[0]));
        let mut told: Vec<f64> = told.iter().filter(|bound| *bound != "+Inf").map(|bound| number(bound)).collect();
        told.sort_unstable_by(f64::total_cmp);
        assert_eq!(told, documented, "{}", row[0]);
    }
    assert!(bounds.is_empty(), "not documented: {bounds:?}");
}

#[tokio::test]
async fn nodes_waits_and_claims_are_counted() {
    let text = told().await;
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    };
    // So small a board takes no node at all, but is counted.
    for (method, nodes) in [("PuzzleService/MinSwaps", 0.0), ("GuessService/LongestChain", 1.0)] {
        let label = format!("method=\"tilewright.v1.{method}\"");
        assert!((value(&format!("tilewright_answers_total{{{label},proven=\"true\"}}")) - 1.0).abs() < 0.1);
        assert!(value(&format!("tilewright_search_nodes_total{{{label}}}")) >= nodes);
    }
    assert!(value("tilewright_lane_wait_seconds_count{lane=\"long\"}") >= 2.0);
    assert!(!text.contains("proven=\"false\""));
    let capacity = value("tilewright_cache_capacity_bytes{cache=\"worlds\"}");
    assert!((capacity - 512.0 * 1024.0 * 1024.0).abs() < 1.0);
}

/// A line that the source logs: its message, as far as it does not change, and its fields.
type Line = (String, Vec<String>);

/// The lines that these sources log, by level; that of a call has both of its levels.
fn logged(folder: &Path, lines: &mut BTreeMap<Line, BTreeSet<String>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            logged(&path, lines);
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        for (at, _) in source.match_indices("tracing::") {
            let rest = &source[at + "tracing::".len()..];
            let Some((level, rest)) = rest.split_once("!(") else { continue };
            if !["$level", "error", "warn", "info", "debug", "trace"].contains(&level) {
                continue;
            }
            let (fields, message) = rest.split_once('"').unwrap();
            let (message, _) = message.split_once('"').unwrap();
            let message = message.split("\\\n").map(str::trim_start).collect::<String>();
            let message = message.split('{').next().unwrap().to_owned();
            let field = |field: &str| field.split('=').next().unwrap().trim().trim_start_matches(['%', '?']).to_owned();
            let fields: Vec<String> = fields.split(',').map(field).filter(|field| !field.is_empty()).collect();
            let levels = if level == "$level" { vec!["debug", "info"] } else { vec![level] };
            lines.entry((message, fields)).or_default().extend(levels.into_iter().map(str::to_owned));
        }
    }
}

#[test]
fn log_lines_are_those_of_the_documentation() {
    let mut lines = BTreeMap::new();
    logged(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut lines);
    let of_call: Vec<String> = rows("| field | type | meaning |").iter().map(|row| name(&row[0])).collect();
    for row in rows("| level | message | fields | when |") {
        let message = row[1].trim_matches('`').to_owned();
        let fields = if message == "call" { of_call.clone() } else { names(&row[2]) };
        let found = lines.keys().find(|(logged, of)| {
            let begins = message.ends_with(' ') || message.ends_with(':');
            *of == fields && (*logged == message || begins && logged.starts_with(message.trim_end()))
        });
        let found = found.unwrap_or_else(|| panic!("nothing logs {row:?} of {lines:#?}")).clone();
        let levels = lines.remove(&found).unwrap();
        assert!(levels.contains(&row[0]), "{row:?}: {levels:?}");
    }
    assert!(lines.is_empty(), "not documented: {lines:#?}");
}
