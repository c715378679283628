package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that classes take is bounded, and an argument of the user raises the bound. */
class WorkerArgumentsEndToEndTest {
    private static final String RAISED = "-XX:MaxMetaspaceSize=2g";

    @TempDir
    private Path directory;

    @Test
    void theBoundOfClassesCanBeRaised() throws Exception {
        ExecutionSettings settings = ExecutionSettings.of(Distribution.installation(), Jvm.running(), List.of(), List.of("pkg.Test"),
                new byte[0])
                .withJvmArguments(List.of(RAISED));
        WorkerFolder folder = WorkerFolder.create(directory);
        String arguments = Files.readString(WorkerArguments.write(settings, List.of(), folder));
        assertTrue(arguments.contains("-XX:MaxMetaspaceSize=1g"), arguments);
        // The JVM takes the last one.
        assertTrue(arguments.indexOf("-XX:MaxMetaspaceSize=1g") < arguments.indexOf(RAISED), arguments);
    }
}
