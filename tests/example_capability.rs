//! The example of a capability (`src/engine/example`), called from Java by the name of its operation: neither the bridge nor a Java class
//! knows of it.

use super::jvm::in_process;
use jni::objects::JString;
use jni::{jni_sig, jni_str};
use oraculum::bridge::ENGINE_NATIVES;

#[test]
fn java_calls_the_example_by_the_name_of_its_operation() {
    let answers = in_process().attach_current_thread(|env| -> jni::errors::Result<String> {
        let natives = env.find_class(jni_str!("dev/oraculum/internal/NativeEngine"))?;
        // SAFETY: `native_method!` checked the functions against the class's signatures.
        unsafe { env.register_native_methods(&natives, ENGINE_NATIVES)? };
        let words = env.find_class(jni_str!("Words"))?;
        let answers = env.call_static_method(words, jni_str!("answers"), jni_sig!("()Ljava/lang/String;"), &[])?.l()?;
        env.cast_local::<JString>(answers)?.try_to_string(env)
    });
    let expected =
        "{\"counts\":{\"be\":1,\"to\":1}}\n{\"counts\":{\"be\":2,\"not\":1,\"or\":1,\"to\":2}}\ntext has no word: give one with letters\n";
    assert_eq!(answers.unwrap(), expected);
}
