//! Errors and panics of native methods, in a JVM: what `bridge::failure` makes of them. The natives here are the test's own, so that the
//! product needs no operation that fails on purpose.

use super::jvm::in_process;
use jni::objects::{JByteArray, JClass, JObject, JString, JThrowable};
use jni::{Env, NativeMethod, jni_sig, jni_str, native_method};
use oraculum::bridge::failure::{Failure, Throw};
use oraculum::compute::pool::Pool;
use oraculum::{Error, ErrorKind};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Calls the native `NativeEngine.info` with the given body; (class, message) of what it throws.
fn thrown_by(method: NativeMethod) -> (String, String) {
    // The class has one native of that name: the tests take turns.
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let outcome = in_process().attach_current_thread(|env| -> jni::errors::Result<(String, String)> {
        let class = env.find_class(jni_str!("dev/oraculum/internal/NativeEngine"))?;
        // SAFETY: `native_method!` checked the function against the signature.
        unsafe { env.register_native_methods(&class, &[method])? };
        let result = env.call_static_method(class, jni_str!("info"), jni_sig!("()[B"), &[]);
        assert!(result.is_err(), "nothing was thrown");
        let exception = env.exception_occurred().expect("an exception is pending");
        env.exception_clear();
        Ok((class_name(env, &exception)?, text(env, &exception, "getMessage")?))
    });
    outcome.unwrap()
}

fn class_name(env: &mut Env, exception: &JThrowable) -> jni::errors::Result<String> {
    let class = env.call_method(exception, jni_str!("getClass"), jni_sig!("()Ljava/lang/Class;"), &[])?.l()?;
    text(env, &class, "getName")
}

fn text<'any>(env: &mut Env, object: impl AsRef<JObject<'any>>, getter: &str) -> jni::errors::Result<String> {
    let name = jni::strings::JNIString::from(getter);
    let value = env.call_method(object, name, jni_sig!("()Ljava/lang/String;"), &[])?.l()?;
    env.cast_local::<JString>(value)?.try_to_string(env)
}

type Outcome<'local> = Result<JByteArray<'local>, Failure>;

macro_rules! native {
    ($body:path) => {
        native_method! { error_policy = Throw, static fn info() -> jbyte[], fn = $body }
    };
}

fn refuse(kind: ErrorKind) -> Failure {
    Error::new(kind, "nö, \u{1F980} \0 end").into()
}

fn input<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    Err(refuse(ErrorKind::InvalidInput))
}
fn state<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    Err(refuse(ErrorKind::InvalidState))
}
fn cancelled<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    Err(refuse(ErrorKind::Cancelled))
}
fn io<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    Err(refuse(ErrorKind::Io))
}
fn internal<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    Err(refuse(ErrorKind::Internal))
}

#[test]
fn each_kind_of_error_has_its_exception_and_the_whole_message() {
    let cases = [
        (native!(input), "java.lang.IllegalArgumentException"),
        (native!(state), "java.lang.IllegalStateException"),
        (native!(cancelled), "java.util.concurrent.CancellationException"),
        (native!(io), "dev.oraculum.api.OraculumException"),
        (native!(internal), "dev.oraculum.api.OraculumException"),
    ];
    for (method, class) in cases {
        assert_eq!(thrown_by(method), (class.to_owned(), "nö, \u{1F980} \0 end".to_owned()));
    }
}

fn panics_with_literal<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    panic!("a literal");
}
fn panics_with_text<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    panic!("row {} of {}", 7, 5);
}
fn panics_with_something<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    std::panic::panic_any(42);
}
fn panics_on_a_worker<'l>(_: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    let pool = Pool::new(2).unwrap();
    pool.run(|| (0..1000).into_par_iter().for_each(|i| assert!(i < 500, "worker at {i}")));
    unreachable!()
}

#[test]
fn a_panic_on_whatever_thread_becomes_an_exception_that_says_it_is_ours() {
    let cases = [
        (native!(panics_with_literal), "a literal"),
        (native!(panics_with_text), "row 7 of 5"),
        (native!(panics_with_something), "a panic without a message"),
        (native!(panics_on_a_worker), "worker at "),
    ];
    for (method, expected) in cases {
        let (class, message) = thrown_by(method);
        assert_eq!(class, "dev.oraculum.api.OraculumException");
        assert!(message.starts_with(&format!("a fault of the engine (please report it): {expected}")), "{message}");
    }
}

fn java_throws_first<'l>(env: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    env.throw_new(jni_str!("java/io/IOException"), jni_str!("the listener's"))?;
    Err(refuse(ErrorKind::Internal))
}
fn panics_while_one_is_pending<'l>(env: &mut Env<'l>, _: JClass<'l>) -> Outcome<'l> {
    let _ = env.throw_new(jni_str!("java/io/IOException"), jni_str!("the listener's"));
    panic!("too late");
}

#[test]
fn an_exception_that_is_pending_already_is_left_alone() {
    for method in [native!(java_throws_first), native!(panics_while_one_is_pending)] {
        assert_eq!(thrown_by(method), ("java.io.IOException".to_owned(), "the listener's".to_owned()));
    }
}
