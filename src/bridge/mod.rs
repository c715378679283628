//! The boundary to the JVM: the natives of `dev.oraculum.internal.NativeEngine` and `dev.oraculum.runtime.KillSwitch`, and nothing
//! that decides. The only code that knows JNI (architecture: "The JNI boundary").
//!
//! - [`natives`]: one function per native method, thin.
//! - [`handles`]: handles are ids in a registry, never pointers, so a stale one is an exception.
//! - [`failure`]: errors and panics as Java exceptions; no unwinding ever reaches the JVM.
//! - [`search`]: the calling thread's loop around a search: progress, interrupts.
//! - [`logging`]: the `log` crate's records to Java, or to standard error.
//!
//! Threads of the engine make no JNI calls, but for the logger's, which attach for the one call.

pub mod failure;
mod handles;
mod logging;
mod natives;
mod search;

#[cfg(test)]
pub use natives::ENGINE_NATIVES;

use jni::JavaVM;
use jni::sys;
use std::ffi::c_void;

/// Called by the JVM when it has loaded the library.
///
/// # Safety
/// `vm` is the JVM's.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut sys::JavaVM, _reserved: *mut c_void) -> sys::jint {
    if vm.is_null() {
        return sys::JNI_ERR;
    }
    // SAFETY: the caller's promise.
    let _ = unsafe { JavaVM::from_raw(vm) };
    logging::install();
    sys::JNI_VERSION_1_8
}
