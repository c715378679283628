package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.runtime.OtherTime;
import dev.oraculum.testing.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        Path agent = AgentTest.agent(temporary);
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
        return AgentTest.run(
                jdk.tool("java").toString(), "-Xverify:all", "-Xlog:disable", "-javaagent:" + agent,
                "-D" + OtherTime.PROPERTY + "=" + (elsewhere ? 400 * 24 * 60 : 0), "-cp", AgentTest.classPath(ClockReadsHost.class),
                ClockReadsHost.class.getName());
    }
}
