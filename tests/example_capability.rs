//! The example of a capability (`src/engine/example`), called from Java by the name of its operation: neither the bridge nor a Java class
//! knows of it.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
import dev.oraculum.internal.NativeEngine;
import java.nio.charset.StandardCharsets;

public class Words {
    private static byte[] request(String json) {
        return ("{\"schemaVersion\":1,\"request\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) {
        System.load(arguments[0]);
        long engine = NativeEngine.open(request("{\"open\":{\"threads\":1,\"path\":null,\"mode\":\"new\",\"limits\":"
                + "{\"maxStates\":1,\"maxUnitBytes\":1,\"maxBytes\":1},\"duplicateIncorrect\":\"drop\"}}"));
        for (String text : new String[] {"to be", "or not to be", "?"}) {
            try {
                byte[] answer = NativeEngine.call(engine, request("{\"countWords\":{\"text\":\"" + text + "\"}}"));
                System.out.println(new String(answer, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException refused) {
                System.out.println(refused.getMessage());
            }
        }
        NativeEngine.close(engine);
    }
}
"#;

#[test]
fn java_calls_the_example_by_the_name_of_its_operation() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("Words.java");
    std::fs::write(&program, PROGRAM).unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-bindings/core/src/main/java");
    let options = ["--release", "17", "-implicit:class", "-sourcepath"];
    let javac = Command::new("javac").args(options).arg(sources).arg("-d").arg(folder.path()).arg(program).status();
    assert!(javac.expect("javac is on the path").success());
    let library = std::env::current_exe().unwrap().with_file_name(format!(
        "{}oraculum{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let output = Command::new("java").arg("-cp").arg(folder.path()).arg("Words").arg(library).output().expect("java is on the path");
    let expected =
        "{\"counts\":{\"be\":1,\"to\":1}}\n{\"counts\":{\"be\":2,\"not\":1,\"or\":1,\"to\":2}}\ntext has no word: give one with letters\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"), expected, "{}", String::from_utf8_lossy(&output.stderr));
}
