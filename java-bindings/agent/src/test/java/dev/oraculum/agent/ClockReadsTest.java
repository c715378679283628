package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.OtherTime;
import dev.oraculum.runtime.Probes;
import dev.oraculum.testing.Jdks;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;

/** Every way to read the clock reads the other one, on every JDK that is installed here, and only where it is to. */
class ClockReadsTest {
    private static final List<String> WAYS =
            List.of("Calendar", "Clock", "Date", "GregorianCalendar", "Instant", "currentTimeMillis", "nanoTime");

    @TempDir
    Path temporary;

    static List<Jdks> jdks() throws Exception {
        return Jdks.installed();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void everyReadIsOfTheOtherClock(Jdks jdk) throws Exception {
        Path agent = AgentTest.jar(temporary.resolve("oraculum-agent.jar"), AgentTest.classes(Agent.class), "dev.oraculum.agent.PreMain");
        AgentTest.jar(temporary.resolve("oraculum-runtime.jar"), AgentTest.classes(Probes.class), null);
        assertEquals(said("ahead", "another year"), run(jdk, agent, true));
        assertEquals(said("right", "this year"), run(jdk, agent, false));
    }

    private static List<String> said(String clock, String year) {
        List<String> said = new ArrayList<>();
        WAYS.forEach(way -> said.add(way + " " + clock));
        said.addAll(List.of(year, "notices []"));
        return said;
    }

    private static List<String> run(Jdks jdk, Path agent, boolean elsewhere) throws Exception {
        String classPath = Stream.of(
                        AgentTest.classes(RecordingKinds.class),
                        AgentTest.classes(ClockReadsHost.class), AgentTest.classes(ClassReader.class), AgentTest.classes(ClassNode.class),
                        AgentTest.classes(Analyzer.class))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        return AgentTest.run(
                jdk.tool("java").toString(), "-Xverify:all", "-Xlog:disable", "-javaagent:" + agent,
                "-D" + OtherTime.PROPERTY + "=" + elsewhere, "-cp", classPath, ClockReadsHost.class.getName());
    }
}
