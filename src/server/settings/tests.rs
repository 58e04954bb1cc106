//! The settings, as flags. What concerns the environment is tested on the binary, which has one of its own.

use super::*;

fn load(flags: &[&str]) -> Result<Settings, Refused> {
    Settings::load(std::iter::once(&"tilewright").chain(flags))
}

fn wrong(flags: &[&str]) -> Vec<String> {
    match load(flags) {
        Err(Refused::Wrong(wrong)) => wrong.iter().map(ToString::to_string).collect(),
        other => panic!("{flags:?}: {other:?}"),
    }
}

#[test]
fn nothing_needs_to_be_set() {
    let settings = load(&[]).unwrap();
    assert_eq!(settings.listen, "127.0.0.1:50051".parse().unwrap());
    assert_eq!(settings.drain, Duration::from_secs(25));
    assert_eq!(settings.log_filter, "warn,tilewright=info");
    assert!(settings.reflection && settings.seed_salt.is_none() && settings.dictionaries.is_empty());
    assert_eq!(load(&["serve"]).unwrap().max_message, 1 << 20);
    assert_eq!(load(&["--max-message", "2MiB", "serve"]).unwrap().max_message, 2 << 20);
}

/// One value of each setting that is just outside what it may be.
#[test]
fn every_wrong_value_is_reported_at_once() {
    let flags = [
        ("--allow-plaintext", "maybe"),
        ("--grpc-web", "maybe"),
        ("--cors-origin", "game.example"),
        ("--tls-cert", "/no/such/cert"),
        ("--tls-key", "/no/such/key"),
        ("--tls-client-ca", "/no/such/authorities"),
        ("--listen", "localhost"),
        ("--auth-file", "/no/such/principals"),
        ("--admin-listen", ":9090"),
        ("--threads", "1025"),
        ("--queue", "0"),
        ("--queue-long", "-1"),
        ("--default-language", "English"),
        ("--default-edition", "0"),
        ("--dictionary", "en"),
        ("--seed-salt-file", "/no/such/file"),
        ("--cache-bytes", "64MB"),
        ("--plan-bytes", "64 MiB"),
        ("--worlds-bytes", "1025GiB"),
        ("--fillings-bytes", "much"),
        ("--max-calls", "0"),
        ("--max-games", "0"),
        ("--game-idle", "25h"),
        ("--token-keys-file", "/no/such/keys"),
        ("--token-ttl", "999ms"),
        ("--warm", "/no/such/requests"),
        ("--max-message", "1023"),
        ("--search-limit", "0s"),
        ("--deadline-margin", "2s"),
        ("--drain", "61min"),
        ("--max-connections", "many"),
        ("--max-streams", "0"),
        ("--connection-age", "999ms"),
        ("--connection-grace", "25h"),
        ("--keepalive", "0s"),
        ("--send-timeout", "1"),
        ("--otlp-endpoint", "127.0.0.1:4317"),
        ("--reflection", "yes"),
        ("--log-format", "xml"),
        ("--log-level", "loud"),
    ];
    let args: Vec<String> = flags.iter().map(|(flag, value)| format!("{flag}={value}")).collect();
    let wrong = wrong(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(wrong.len(), flags.len());
    assert_eq!(flags.len(), table().len(), "a setting has no case here");
    for ((flag, value), wrong) in flags.iter().zip(&wrong) {
        let env = env_of(flag.trim_start_matches('-'));
        assert!(wrong.starts_with(&format!("{flag} (or {env}) is {value:?}: it must be ")), "{wrong}");
    }
}

#[test]
fn plain_text_stays_on_loopback_unless_it_is_allowed() {
    assert!(wrong(&["--listen", "0.0.0.0:50051"])[0].contains("--allow-plaintext"));
    assert!(wrong(&["--listen", "[::]:50051", "--allow-plaintext=off"])[0].contains("--allow-plaintext"));
    assert!(load(&["--listen", "[::1]:50051"]).is_ok());
    assert!(load(&["--listen", "0.0.0.0:50051", "--allow-plaintext", "serve"]).is_ok());
}

#[test]
fn the_two_listeners_need_two_addresses() {
    let same = ["--listen", "127.0.0.1:7000", "--admin-listen", "127.0.0.1:7000"];
    assert_eq!(wrong(&same).len(), 1);
    assert!(load(&["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"]).is_ok());
}

#[test]
fn a_dictionary_is_repeated_and_not_split() {
    let settings = load(&["--dictionary", "en/a=x,y", "--dictionary", "en/b=z"]).unwrap();
    let paths: Vec<_> = settings.dictionaries.iter().map(|file| file.path.to_str().unwrap()).collect();
    assert_eq!(paths, ["x,y", "z"]);
    assert_eq!(wrong(&["--dictionary", "en/a=x", "--dictionary", "en/a=y"]).len(), 1);
}

#[test]
fn token_keys_are_read_and_never_shown() {
    let path = std::env::temp_dir().join(format!("tilewright-keys-{}", std::process::id()));
    let key = "5ec2e7".repeat(10) + "5ec2";
    let flags = ["--token-keys-file", path.to_str().unwrap()];
    std::fs::write(&path, format!("# ours\n{key}\n")).unwrap();
    let settings = load(&flags).unwrap();
    assert!(settings.token_keys.is_some());
    assert!(!format!("{settings:?}").contains("5ec2"), "{settings:?}");
    let long = format!("{key}\n").repeat(1009);
    for (text, says) in
        [(format!("{key}\n\n{key}0\n"), "line 3 is not one"), ("#\n".into(), "it has none"), (long, "65536 bytes")]
    {
        std::fs::write(&path, text).unwrap();
        let wrong = wrong(&flags);
        assert!(wrong.len() == 1 && wrong[0].contains(says) && !wrong[0].contains("5ec2"), "{wrong:?}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn each_wrong_line_of_what_is_warmed_is_named() {
    let path = std::env::temp_dir().join(format!("tilewright-warm-{}", std::process::id()));
    let flags = ["--warm", path.to_str().unwrap()];
    std::fs::write(&path, "\u{feff}# none\n\n  {\"board\": {\"seed\": \"x\"}}\r\n{\"hidden\": {}}\n").unwrap();
    let lines: Vec<usize> = load(&flags).unwrap().warm.iter().map(|warm| warm.line).collect();
    assert_eq!(lines, [3, 4]);
    std::fs::write(&path, "{\"board\": {\"seed\": \"x\"}}\n{\"bored\": {}}\n\nx\n").unwrap();
    let lines = wrong(&flags);
    assert!(lines.len() == 2 && lines[0].contains("line 2 is neither") && lines[1].contains("line 4 is"), "{lines:?}");
    std::fs::write(&path, "x\n".repeat(1000)).unwrap();
    let lines = wrong(&flags);
    assert!(lines.len() == 21 && lines[20].contains("980 more"), "{lines:?}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn help_and_unknown_flags_are_told_apart() {
    assert!(matches!(load(&["--help"]), Err(Refused::Told(text)) if text.contains("TILEWRIGHT_DRAIN")));
    assert!(matches!(load(&["--version"]), Err(Refused::Told(text)) if text.contains(env!("CARGO_PKG_VERSION"))));
    assert!(matches!(load(&["--lisen", "x"]), Err(Refused::Usage(text)) if text.contains("--lisen")));
    assert!(matches!(load(&["play"]), Err(Refused::Usage(_))));
}

#[test]
fn a_log_level_is_a_level_or_directives() {
    assert_eq!(load(&["--log-level", "debug"]).unwrap().log_filter, "warn,tilewright=debug");
    assert_eq!(load(&["--log-level", "info,h2=debug"]).unwrap().log_filter, "info,h2=debug");
    assert_eq!(wrong(&["--log-level", "tilewright=loud"]).len(), 1);
}

#[test]
fn the_command_comes_first_and_is_to_serve_unless_it_is_said() {
    let load = |args: &[&str]| Command::load(std::iter::once(&"tilewright").chain(args));
    assert!(matches!(load(&[]), Ok(Command::Serve(_))));
    assert!(matches!(load(&["serve", "--threads", "3"]), Ok(Command::Serve(settings)) if settings.threads == 3));
    assert!(matches!(load(&["--threads", "3", "serve"]), Ok(Command::Serve(settings)) if settings.threads == 3));
    let days = ["--from", "2027-01-01", "--days", "365"];
    let boards = |more: &[&str]| load(&[&["boards"], &days[..], more].concat());
    let Ok(Command::Boards(settings, batch)) = boards(&["--threads", "3", "--layout", "lattice", "--out", "x"]) else {
        panic!("no boards")
    };
    assert_eq!((settings.threads, settings.max_games), (3, 4096));
    assert_eq!(batch.out, Some("x".into()));
    assert_eq!(batch.template.board.unwrap().layout.unwrap().kind, 2);
    let from = "2027-01-01".parse().unwrap();
    assert_eq!(batch.seeds, SeedSource::Days { prefix: String::new(), from, days: 365 });
    assert!(matches!(boards(&["--seeds", "-"]), Err(Refused::Usage(_))));
    assert!(matches!(boards(&["--help"]), Err(Refused::Told(text)) if text.contains("TILEWRIGHT_SEED_SALT_FILE")));
    assert!(matches!(load(&["healthcheck"]), Ok(Command::HealthCheck(asked)) if asked.path == "/readyz"));
    let late = load(&[&["--threads", "3", "boards"], &days[..]].concat());
    assert!(matches!(late, Err(Refused::Usage(text)) if text.contains("`boards` comes before all flags")));
    let mistyped = load(&["bords"]);
    assert!(matches!(mistyped, Err(Refused::Usage(text)) if text.contains("serve, boards and healthcheck")));
}
