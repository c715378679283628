//! The calling Java thread's side of a search: it reports progress to the listener and notices interrupts. No other thread calls
//! into Java for it.

use crate::compute::control::Snapshot;
use crate::engine::improve::Observer;
use jni::objects::{JObject, JThread, JValue};
use jni::{Env, jni_sig, jni_str};
use std::time::Duration;

/// Local references of one look at the thread or one call of the listener.
const FRAME: usize = 8;

/// A `NativeEngine.ProgressSink`, or none, and the thread that called `improve`.
pub struct JavaObserver<'a, 'local> {
    pub env: &'a mut Env<'local>,
    pub sink: &'a JObject<'local>,
    /// What a call into Java ended with; where that is an exception, it is pending.
    pub failure: Option<jni::errors::Error>,
}

impl JavaObserver<'_, '_> {
    /// The answer of a call, or `otherwise` after one that failed.
    fn answer(&mut self, result: jni::errors::Result<bool>, otherwise: bool) -> bool {
        result.unwrap_or_else(|e| {
            self.failure = Some(e);
            otherwise
        })
    }
}

impl Observer for JavaObserver<'_, '_> {
    fn interrupted(&mut self) -> bool {
        let result = self.env.with_local_frame(FRAME, |env| {
            let thread = JThread::current_thread(env)?;
            env.call_method(thread, jni_str!("isInterrupted"), jni_sig!("()Z"), &[])?.z()
        });
        self.answer(result, true)
    }

    fn progress(&mut self, snapshot: Snapshot, elapsed: Duration) -> bool {
        if self.sink.is_null() {
            return true;
        }
        let best = |f: fn(crate::compute::control::BestSoFar) -> u32| snapshot.best.map_or(-1, |b| i64::from(f(b)));
        let figures = [
            snapshot.generation as i64,
            best(|b| b.false_negatives),
            best(|b| b.size),
            snapshot.offspring as i64,
            elapsed.as_millis() as i64,
        ]
        .map(JValue::Long);
        let sink = self.sink;
        let result =
            self.env.with_local_frame(FRAME, |env| env.call_method(sink, jni_str!("progress"), jni_sig!("(JJJJJ)Z"), &figures)?.z());
        self.answer(result, false)
    }
}
