package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users give comes last, and the JVM takes the last one: of the bound on the memory of classes, and of when to compile. */
class WorkerArgumentsEndToEndTest {
    private static final String RAISED = "-XX:MaxMetaspaceSize=2g";
    private static final String EARLIER = "-XX:Tier4InvocationThreshold=5000";

    @TempDir
    private Path directory;

    @Test
    void argumentsOfTheUserComeAfterOurs() throws Exception {
        ExecutionSettings settings = ExecutionSettings.of(Distribution.installation(), Jvm.running(), List.of(), List.of("pkg.Test"),
                new byte[0])
                .withJvmArguments(List.of(RAISED, EARLIER));
        WorkerFolder folder = WorkerFolder.create(directory);
        String arguments = Files.readString(WorkerArguments.write(settings, List.of(), folder));
        assertTrue(arguments.contains("-XX:MaxMetaspaceSize=1g"), arguments);
        assertTrue(arguments.contains("-XX:Tier4InvocationThreshold=250000"), arguments);
        assertTrue(arguments.indexOf("-XX:MaxMetaspaceSize=1g") < arguments.indexOf(RAISED), arguments);
        assertTrue(arguments.indexOf("-XX:Tier4InvocationThreshold=250000") < arguments.indexOf(EARLIER), arguments);
    }
}
