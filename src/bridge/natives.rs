//! The native methods: arguments in, one call of the engine, result out.

use super::failure::{Failure, Throw};
use super::search::JavaObserver;
use super::{handles, logging};
use crate::assertion::eval::kernel::Kernels;
use crate::engine::assertions::FetchCall;
use crate::engine::improve::ImproveCall;
use crate::engine::request;
use crate::engine::result::{EngineInfo, to_json};
use crate::engine::session::OpenCall;
use crate::engine::session::Session;
use crate::ranking::plan::Run;
use crate::{Error, jvmti};
use jni::objects::{JByteArray, JByteBuffer, JClass, JObject, JThread, JThrowable};
use jni::sys::{jint, jlong};
use jni::{Env, NativeMethod, jni_sig, jni_str, native_method};

type Result<T> = std::result::Result<T, Failure>;

/// The JVM finds them by their names in the library. Tests are no library: they register them.
#[cfg_attr(not(test), expect(dead_code, reason = "the JVM finds them by name"))]
pub const ENGINE_NATIVES: &[NativeMethod] = &[
    native_method! { java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw, static extern fn info() -> jbyte[] },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn open(request: jbyte[]) -> jlong
    },
    native_method! { java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw, static extern fn close(handle: jlong) },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn call(handle: jlong, request: jbyte[]) -> jbyte[]
    },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn append(handle: jlong, unit: jlong, records: JByteBuffer, offset: jint, length: jint) -> jlong
    },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn append_invocations(handle: jlong, run: jint, first_test: jint, records: JByteBuffer, offset: jint,
            length: jint) -> jlong
    },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn add_class(handle: jlong, record: jbyte[])
    },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn fetch(handle: jlong, request: jbyte[], into: JByteBuffer, offset: jint, length: jint) -> jlong
    },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn improve(handle: jlong, request: jbyte[], sink: "dev.oraculum.internal.NativeEngine$ProgressSink") -> jbyte[]
    },
    native_method! { java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw, static extern fn cancel(handle: jlong) },
    native_method! {
        java_type = "dev.oraculum.internal.NativeEngine", error_policy = Throw,
        static extern fn log_to(sink: "dev.oraculum.internal.NativeEngine$LogSink", level: jint)
    },
];

const _: &[NativeMethod] = &[
    native_method! { java_type = "dev.oraculum.runtime.KillSwitch", error_policy = Throw, static extern fn acquire() -> jint },
    native_method! {
        java_type = "dev.oraculum.runtime.KillSwitch", error_policy = Throw,
        static extern fn stop_thread(thread: java.lang.Thread, error: java.lang.Throwable) -> jint
    },
];

fn info<'local>(env: &mut Env<'local>, _class: JClass<'local>) -> Result<JByteArray<'local>> {
    let info = EngineInfo {
        version: env!("CARGO_PKG_VERSION"),
        target: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
        cpu: format!("{:?}", Kernels::best().level()),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
    };
    Ok(env.byte_array_from_slice(&to_json(&info)?)?)
}

fn open<'local>(env: &mut Env<'local>, _class: JClass<'local>, request: JByteArray<'local>) -> Result<jlong> {
    let OpenCall::Open(request) = request::parse(&bytes(env, &request)?)?;
    Ok(handles::insert(Session::open(&request)?) as jlong)
}

fn close<'local>(_env: &mut Env<'local>, _class: JClass<'local>, handle: jlong) -> Result<()> {
    handles::remove(handle);
    Ok(())
}

fn call<'local>(env: &mut Env<'local>, _class: JClass<'local>, handle: jlong, request: JByteArray<'local>) -> Result<JByteArray<'local>> {
    let session = handles::get(handle)?;
    let result = session.call(&request::parse(&bytes(env, &request)?)?)?;
    Ok(env.byte_array_from_slice(&result)?)
}

fn append<'local>(
    env: &mut Env<'local>,
    _class: JClass<'local>,
    handle: jlong,
    unit: jlong,
    records: JByteBuffer<'local>,
    offset: jint,
    length: jint,
) -> Result<jlong> {
    let session = handles::get(handle)?;
    let batch = copied(env, &records, offset, length)?;
    Ok(session.append(unit as u64, &batch)? as jlong)
}

#[expect(clippy::too_many_arguments, reason = "those of the native method")]
fn append_invocations<'local>(
    env: &mut Env<'local>,
    _class: JClass<'local>,
    handle: jlong,
    run: jint,
    first_test: jint,
    records: JByteBuffer<'local>,
    offset: jint,
    length: jint,
) -> Result<jlong> {
    let session = handles::get(handle)?;
    let run = Run::of(run).ok_or_else(|| Error::invalid_input(format!("run is {run}: expected 0 (manual) or 1 (generated)")))?;
    let first_test =
        u32::try_from(first_test).map_err(|_| Error::invalid_input(format!("firstTest is {first_test}: expected 0 or more")))?;
    let batch = copied(env, &records, offset, length)?;
    Ok(session.append_invocations(run, first_test, &batch)? as jlong)
}

fn add_class<'local>(env: &mut Env<'local>, _class: JClass<'local>, handle: jlong, record: JByteArray<'local>) -> Result<()> {
    handles::get(handle)?.add_class(&bytes(env, &record)?)?;
    Ok(())
}

fn fetch<'local>(
    env: &mut Env<'local>,
    _class: JClass<'local>,
    handle: jlong,
    request: JByteArray<'local>,
    into: JByteBuffer<'local>,
    offset: jint,
    length: jint,
) -> Result<jlong> {
    let session = handles::get(handle)?;
    let FetchCall::Fetch(request) = request::parse(&bytes(env, &request)?)?;
    let (address, length) = direct(env, &into, offset, length)?;
    // A read-only buffer may be a file that is mapped so: writing to it would end the JVM.
    if env.call_method(&into, jni_str!("isReadOnly"), jni_sig!("()Z"), &[])?.z()? {
        return Err(Error::invalid_input("the buffer is read-only: give one that may be written (ByteBuffer.allocateDirect)").into());
    }
    // SAFETY: `direct` checked the range, the buffer lives as long as the caller's reference to it, and it may be written. Nobody may use
    // it during the call.
    let into = unsafe { std::slice::from_raw_parts_mut(address, length) };
    let (states, bytes) = session.fetch(&request, into)?;
    Ok((states as jlong) << 32 | bytes as jlong)
}

fn improve<'local>(
    env: &mut Env<'local>,
    _class: JClass<'local>,
    handle: jlong,
    request: JByteArray<'local>,
    sink: JObject<'local>,
) -> Result<JByteArray<'local>> {
    let session = handles::get(handle)?;
    let ImproveCall::Improve(request) = request::parse(&bytes(env, &request)?)?;
    let mut observer = JavaObserver { env, sink: &sink, failure: None };
    let improvement = session.improve(&request, &mut observer)?;
    if let Some(failure) = observer.failure {
        return Err(failure.into());
    }
    Ok(env.byte_array_from_slice(&to_json(&improvement)?)?)
}

fn cancel<'local>(_env: &mut Env<'local>, _class: JClass<'local>, handle: jlong) -> Result<()> {
    handles::get(handle)?.cancel();
    Ok(())
}

fn log_to<'local>(env: &mut Env<'local>, _class: JClass<'local>, sink: JObject<'local>, level: jint) -> Result<()> {
    let sink = if sink.is_null() { None } else { Some(env.new_global_ref(&sink)?) };
    logging::redirect(sink, level);
    Ok(())
}

fn acquire<'local>(env: &mut Env<'local>, _class: JClass<'local>) -> Result<jint> {
    let vm = env.get_java_vm()?.get_raw();
    // SAFETY: it is this JVM; the Java method is called under the lock of its class.
    Ok(unsafe { jvmti::acquire(vm.cast()) })
}

fn stop_thread<'local>(_env: &mut Env<'local>, _class: JClass<'local>, thread: JThread<'local>, error: JThrowable<'local>) -> Result<jint> {
    // SAFETY: both are references of this call, and the Java signature says what they are.
    Ok(unsafe { jvmti::stop_thread(thread.as_raw().cast(), error.as_raw().cast()) })
}

/// A request's bytes.
fn bytes(env: &Env, request: &JByteArray) -> Result<Vec<u8>> {
    if request.is_null() {
        return Err(Error::invalid_input("the request is null").into());
    }
    Ok(env.convert_byte_array(request)?)
}

/// A copy of a range of a direct buffer: what is checked is what is kept, whatever another thread writes meanwhile.
fn copied(env: &Env, buffer: &JByteBuffer, offset: jint, length: jint) -> Result<Vec<u8>> {
    let (address, length) = direct(env, buffer, offset, length)?;
    let mut copy = Vec::with_capacity(length);
    // SAFETY: `direct` checked the range, the buffer lives as long as the caller's reference to it, and the copy has room.
    unsafe {
        std::ptr::copy_nonoverlapping(address, copy.as_mut_ptr(), length);
        copy.set_len(length);
    }
    Ok(copy)
}

/// Address and length of a range of a direct buffer.
fn direct(env: &Env, buffer: &JByteBuffer, offset: jint, length: jint) -> Result<(*mut u8, usize)> {
    let capacity = if buffer.is_null() { None } else { env.get_direct_buffer_capacity(buffer).ok() };
    let capacity = capacity.ok_or_else(|| Error::invalid_input("a direct byte buffer is needed (ByteBuffer.allocateDirect)"))?;
    match (usize::try_from(offset), usize::try_from(length)) {
        (Ok(offset), Ok(length)) if offset.checked_add(length).is_some_and(|end| end <= capacity) => {
            if length == 0 {
                return Ok((std::ptr::NonNull::dangling().as_ptr(), 0));
            }
            // SAFETY: within the buffer.
            Ok((unsafe { env.get_direct_buffer_address(buffer)?.add(offset) }, length))
        }
        _ => Err(Error::invalid_input(format!("the range {offset}, {length} is not within the buffer's {capacity} bytes")).into()),
    }
}
