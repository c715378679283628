//! Errors and panics as Java exceptions.
//!
//! Java makes the exceptions, and so decides on their classes: `NativeEngine.limitReached` where a limit was reached,
//! `NativeEngine.failure` otherwise. An exception that is pending already, such as a listener's, is left alone and reaches the caller.

use crate::{Error, ErrorKind};
use jni::errors::ErrorPolicy;
use jni::objects::{JObject, JThrowable, JValue};
use jni::{Env, jni_sig, jni_str};
use std::any::Any;
use std::fmt;

/// Why a native method fails.
#[derive(Debug)]
pub enum Failure {
    /// The engine's refusal.
    Engine(Error),
    /// JNI's; usually an exception is pending.
    Jni(jni::errors::Error),
}

impl From<Error> for Failure {
    fn from(e: Error) -> Self {
        Self::Engine(e)
    }
}

impl From<jni::errors::Error> for Failure {
    fn from(e: jni::errors::Error) -> Self {
        Self::Jni(e)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(e) => e.fmt(f),
            Self::Jni(e) => write!(f, "JNI: {e}"),
        }
    }
}

/// Throws what a native method ended with.
#[derive(Debug)]
pub struct Throw;

impl<T: Default> ErrorPolicy<T, Failure> for Throw {
    type Captures<'unowned_env_local: 'native_method, 'native_method> = ();

    fn on_error<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _: &mut (),
        failure: Failure,
    ) -> jni::errors::Result<T> {
        let error = match failure {
            Failure::Engine(error) => error,
            Failure::Jni(e) => Error::new(ErrorKind::Internal, format!("JNI: {e}")),
        };
        throw(env, &error)
    }

    fn on_panic<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _: &mut (),
        payload: Box<dyn Any + Send + 'static>,
    ) -> jni::errors::Result<T> {
        let message = format!("a fault of the engine (please report it): {}", panic_message(&*payload));
        // A payload's own destructor could panic: better leaked than unwound.
        std::mem::forget(payload);
        throw(env, &Error::new(ErrorKind::Internal, message))
    }
}

/// What `panic!` was given: a literal, or a formatted text.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let literal = payload.downcast_ref::<&'static str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

fn throw<T: Default>(env: &mut Env, error: &Error) -> jni::errors::Result<T> {
    if env.exception_check() {
        return Ok(T::default());
    }
    // In a native method this looks where the method's class is from.
    let class = env.find_class(jni_str!("dev/oraculum/internal/NativeEngine"))?;
    let message = env.new_string(&error.message)?;
    if let Some(setting) = error.limit {
        let setting = env.new_string(setting)?;
        let signature = jni_sig!("(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/RuntimeException;");
        let arguments = [JValue::Object(&setting), JValue::Object(&message)];
        let exception = env.call_static_method(class, jni_str!("limitReached"), signature, &arguments)?.l()?;
        return pending(env, exception);
    }
    let kind = JValue::Int(match error.kind {
        ErrorKind::InvalidInput => 0,
        ErrorKind::InvalidState => 1,
        ErrorKind::Cancelled => 2,
        ErrorKind::Io => 3,
        ErrorKind::Internal => 4,
        ErrorKind::DamagedAnswer => 5,
    });
    let signature = jni_sig!("(ILjava/lang/String;)Ljava/lang/RuntimeException;");
    let exception = env.call_static_method(class, jni_str!("failure"), signature, &[kind, JValue::Object(&message)])?.l()?;
    pending(env, exception)
}

fn pending<T: Default>(env: &mut Env, exception: JObject) -> jni::errors::Result<T> {
    let exception = env.cast_local::<JThrowable>(exception)?;
    // `throw` answers with an error, for use with `?`: the exception is pending now, which is what was wanted.
    let _ = env.throw(exception);
    Ok(T::default())
}
