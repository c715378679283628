package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code -Xcheck:jni} only prints what it finds: here, whatever is printed is a failure. */
class JniCheckTest {
    @Test
    @Timeout(120)
    void theJvmHasNothingToSayOfOurUseOfJni() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = String.join(File.pathSeparator, System.getProperty("java.class.path"),
                System.getProperty("surefire.test.class.path", ""));
        Process process = new ProcessBuilder(List.of(
                        java,
                        "-Xcheck:jni",
                        "--enable-native-access=ALL-UNNAMED",
                        "-D" + NativeLibrary.PROPERTY + "=" + System.getProperty(NativeLibrary.PROPERTY),
                        "-cp",
                        classPath,
                        JniScenario.class.getName()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("done", output.strip());
        assertEquals(0, process.waitFor());
    }
}
