//! Z3 (de Moura and Bjørner, TACAS 2008), from a library that is opened at run time: neither the build nor a run needs it.
//!
//! Of its C interface eight functions are used, as commands go to it as text of SMT-LIB. Its limit is a count of its own steps (`rlimit`),
//! never a clock, so that equal sequences of commands have equal answers.

use libloading::Library as Opened;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;
use std::sync::Mutex;

/// Z3 goes through terms by recursion.
const STACK: usize = 256 << 20;
/// Megabytes that it may take, in all contexts of the process.
const MEMORY: &str = "2000";

type Pointer = *mut c_void;

/// Its functions, as `z3_api.h` declares them.
#[derive(Clone, Copy, Debug)]
struct Functions {
    mk_config: unsafe extern "C" fn() -> Pointer,
    del_config: unsafe extern "C" fn(Pointer),
    mk_context: unsafe extern "C" fn(Pointer) -> Pointer,
    del_context: unsafe extern "C" fn(Pointer),
    set_error_handler: unsafe extern "C" fn(Pointer, Option<unsafe extern "C" fn(Pointer, c_int)>),
    eval_smtlib2_string: unsafe extern "C" fn(Pointer, *const c_char) -> *const c_char,
}

/// A context of the library.
#[derive(Debug)]
pub struct Library {
    functions: Functions,
    context: Pointer,
    version: String,
}

// SAFETY: a context may go from thread to thread; it is used through `&mut` only.
unsafe impl Send for Library {}

/// Parameters of contexts to come are global: one is made at a time.
static MAKING: Mutex<()> = Mutex::new(());

impl Library {
    /// Opens a library.
    ///
    /// `limit`: what one answer may take, in Z3's units (`rlimit`); a million are half a second, about.
    ///
    /// # Errors
    /// A sentence: there is no such file, it is for another platform, or it is no Z3.
    pub fn open(library: &Path, limit: u64) -> Result<Self, String> {
        let failed = |e: libloading::Error| format!("{} cannot be used: {e}", library.display());
        // SAFETY: whoever names a library has its initialisers run; that is what naming it is for.
        let opened = unsafe { Opened::new(library) }.map_err(failed)?;
        // SAFETY: the types are those of z3_api.h.
        let (functions, full_version, global_param_set) = unsafe {
            (
                Functions {
                    mk_config: *opened.get(b"Z3_mk_config\0").map_err(failed)?,
                    del_config: *opened.get(b"Z3_del_config\0").map_err(failed)?,
                    mk_context: *opened.get(b"Z3_mk_context\0").map_err(failed)?,
                    del_context: *opened.get(b"Z3_del_context\0").map_err(failed)?,
                    set_error_handler: *opened.get(b"Z3_set_error_handler\0").map_err(failed)?,
                    eval_smtlib2_string: *opened.get(b"Z3_eval_smtlib2_string\0").map_err(failed)?,
                },
                *opened.get::<unsafe extern "C" fn() -> *const c_char>(b"Z3_get_full_version\0").map_err(failed)?,
                *opened.get::<unsafe extern "C" fn(*const c_char, *const c_char)>(b"Z3_global_param_set\0").map_err(failed)?,
            )
        };
        // It has threads' ends and state of the process to see to: it stays.
        std::mem::forget(opened);
        let making = MAKING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let memory = CString::new(MEMORY).expect("it has no 0");
        // SAFETY: the texts live as long as the calls, and the configuration as long as a context is made of it.
        let (context, version) = unsafe {
            global_param_set(c"memory_max_size".as_ptr(), memory.as_ptr());
            let config = (functions.mk_config)();
            let context = (functions.mk_context)(config);
            (functions.del_config)(config);
            (context, CStr::from_ptr(full_version()).to_string_lossy().into_owned())
        };
        if context.is_null() {
            return Err(format!("{} cannot be used: it makes no context", library.display()));
        }
        // SAFETY: without a handler, an error is an answer.
        unsafe { (functions.set_error_handler)(context, None) };
        let mut library_of = Self { functions, context, version };
        let answer = library_of.evaluate(&format!("(set-option :rlimit {limit})"));
        drop(making);
        if answer.trim().is_empty() { Ok(library_of) } else { Err(format!("{} cannot be used: {}", library.display(), answer.trim())) }
    }

    /// `Z3 4.14.1.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What it answers to commands in SMT-LIB; they have no character 0.
    pub fn evaluate(&mut self, commands: &str) -> String {
        /// To be taken to another thread.
        struct Sent(Pointer, CString);
        // SAFETY: this thread waits for the other one.
        unsafe impl Send for Sent {}
        let Ok(text) = CString::new(commands) else { return "(error \"commands have a character 0\")".to_owned() };
        let sent = Sent(self.context, text);
        let evaluate = self.functions.eval_smtlib2_string;
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("oraculum-z3".to_owned()).stack_size(STACK).spawn_scoped(scope, move || {
                let Sent(context, text) = { sent };
                // SAFETY: the context is alive, nobody else uses it, and the answer is copied before the next call.
                unsafe {
                    let answer = evaluate(context, text.as_ptr());
                    if answer.is_null() { String::new() } else { CStr::from_ptr(answer).to_string_lossy().into_owned() }
                }
            });
            match thread.map(|t| t.join()) {
                Ok(Ok(answer)) => answer,
                _ => "(error \"no thread for it\")".to_owned(),
            }
        })
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: nobody uses it any longer.
        unsafe { (self.functions.del_context)(self.context) };
    }
}
