//! JVMTI `StopThread`, the third step of the ladder against code that runs away: `stop_thread.c` does the work, this is its
//! interface. Built only where a JDK's `jvmti.h` was found (`build.rs`); elsewhere every call answers 98, `JVMTI_ERROR_NOT_AVAILABLE`.

use std::ffi::{c_int, c_void};

/// `JVMTI_ERROR_NOT_AVAILABLE`.
#[cfg(not(oraculum_jvmti))]
const NOT_AVAILABLE: c_int = 98;

#[cfg(oraculum_jvmti)]
unsafe extern "C" {
    fn oraculum_jvmti_acquire(vm: *mut c_void) -> c_int;
    fn oraculum_jvmti_stop_thread(thread: *mut c_void, exception: *mut c_void) -> c_int;
}

/// Asks the JVM for the capability; 0, or an error code of JVMTI or JNI.
///
/// # Safety
/// `vm` is this process' `JavaVM*`; no other thread is in this function.
pub unsafe fn acquire(vm: *mut c_void) -> c_int {
    #[cfg(oraculum_jvmti)]
    // SAFETY: the caller's promise.
    return unsafe { oraculum_jvmti_acquire(vm) };
    #[cfg(not(oraculum_jvmti))]
    {
        let _ = vm;
        NOT_AVAILABLE
    }
}

/// Throws the exception in the thread; 0, or a JVMTI error code.
///
/// # Safety
/// Both are references that are valid in the calling thread, to a `java.lang.Thread` and a `java.lang.Throwable`.
pub unsafe fn stop_thread(thread: *mut c_void, exception: *mut c_void) -> c_int {
    #[cfg(oraculum_jvmti)]
    // SAFETY: the caller's promise.
    return unsafe { oraculum_jvmti_stop_thread(thread, exception) };
    #[cfg(not(oraculum_jvmti))]
    {
        let _ = (thread, exception);
        NOT_AVAILABLE
    }
}
