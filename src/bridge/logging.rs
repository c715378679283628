//! The engine's log: to the Java side once it gave a sink, and, where the environment variable `ORACULUM_LOG` asks for it, to
//! standard error.

use jni::objects::{JObject, JValue};
use jni::refs::Global;
use jni::{JavaVM, jni_sig, jni_str};
use log::{Level, LevelFilter, Log, Metadata, Record};
use once_cell::sync::{Lazy, OnceCell};
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

/// What `env_logger` reads: `debug`, `oraculum=trace`, ..
const VARIABLE: &str = "ORACULUM_LOG";

static LOGGER: OnceCell<Logger> = OnceCell::new();
static SINK: Lazy<Mutex<Sink>> = Lazy::new(Mutex::default);

/// Where records go to in Java, and how detailed.
struct Sink {
    object: Option<Arc<Global<JObject<'static>>>>,
    level: LevelFilter,
}

impl Default for Sink {
    fn default() -> Self {
        Self { object: None, level: LevelFilter::Off }
    }
}

struct Logger {
    stderr: Option<env_logger::Logger>,
}

/// Installs the logger and lets panics be logged, with their place, instead of printed. The first call counts.
pub fn install() {
    let stderr = std::env::var_os(VARIABLE).map(|_| env_logger::Builder::from_env(VARIABLE).build());
    let logger = LOGGER.get_or_init(|| Logger { stderr });
    if log::set_logger(logger).is_ok() {
        set_max_level();
        std::panic::set_hook(Box::new(|info| log::error!("{info}")));
    }
}

/// Sends records up to a level (1 error .. 5 trace) to a `NativeEngine.LogSink`, from now on; `None`: nowhere.
pub fn redirect(object: Option<Global<JObject<'static>>>, level: i32) {
    let level = match level {
        ..=0 => LevelFilter::Off,
        1 => LevelFilter::Error,
        2 => LevelFilter::Warn,
        3 => LevelFilter::Info,
        4 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    let level = if object.is_some() { level } else { LevelFilter::Off };
    let before = std::mem::replace(&mut *sink(), Sink { object: object.map(Arc::new), level });
    set_max_level();
    drop(before);
}

fn set_max_level() {
    let stderr = LOGGER.get().and_then(|l| l.stderr.as_ref()).map_or(LevelFilter::Off, env_logger::Logger::filter);
    log::set_max_level(stderr.max(sink().level));
}

fn sink() -> std::sync::MutexGuard<'static, Sink> {
    SINK.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Whether this thread is delivering a record: what that logs in turn is not delivered.
    static DELIVERING: Cell<bool> = const { Cell::new(false) };
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata) -> bool {
        is_for_sink(metadata) && metadata.level() <= sink().level || self.stderr.as_ref().is_some_and(|l| l.enabled(metadata))
    }

    fn log(&self, record: &Record) {
        if let Some(stderr) = self.stderr.as_ref().filter(|l| l.matches(record)) {
            stderr.log(record);
        }
        let object = Some(sink()).filter(|s| record.level() <= s.level).and_then(|s| s.object.clone());
        if let Some(object) = object.filter(|_| is_for_sink(record.metadata()) && !DELIVERING.replace(true)) {
            deliver(&object, record);
            DELIVERING.set(false);
        }
    }

    fn flush(&self) {}
}

/// Whether a user of the engine is to hear of it: of libraries only what may be wrong, and nothing of JNI, for what that logs about
/// attaching a thread would attach a thread.
fn is_for_sink(metadata: &Metadata) -> bool {
    let target = metadata.target();
    target.starts_with("oraculum") || metadata.level() <= Level::Warn && !target.starts_with("jni")
}

/// Calls the sink. The thread is attached for this call only: an engine thread that stayed attached would keep the JVM from
/// ending. What the sink throws has nowhere to go.
fn deliver(sink: &Global<JObject<'static>>, record: &Record) {
    let Ok(vm) = JavaVM::singleton() else { return };
    let level = match record.level() {
        Level::Error => 1,
        Level::Warn => 2,
        Level::Info => 3,
        Level::Debug => 4,
        Level::Trace => 5,
    };
    let _ = vm.attach_current_thread_for_scope(|env| -> jni::errors::Result<()> {
        let target = env.new_string(record.target())?;
        let message = env.new_string(record.args().to_string())?;
        let arguments = [JValue::Int(level), JValue::Object(&target), JValue::Object(&message)];
        let called = env.call_method(sink.as_obj(), jni_str!("log"), jni_sig!("(ILjava/lang/String;Ljava/lang/String;)V"), &arguments);
        if called.is_err() {
            // Left pending, it would be described frame by frame for an error that nobody reads.
            env.exception_clear();
        }
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_heard_of_only_where_something_may_be_wrong() {
        let heard = |target, level| is_for_sink(&Metadata::builder().target(target).level(level).build());
        assert!(heard("oraculum::engine", Level::Trace));
        assert!(!heard("egg::egraph", Level::Info));
        assert!(heard("egg::egraph", Level::Warn));
        assert!(!heard("jni::vm", Level::Error));
    }
}
