package dev.oraculum.agent;

import dev.oraculum.testing.ClockReader;
import java.nio.file.Path;
import java.util.List;

/** The program that {@link ClockReadsTest} runs in a JVM with the agent: {@link ClockReader} is its program. */
final class ClockReadsHost {
    private ClockReadsHost() {}

    public static void main(String[] arguments) throws Exception {
        Agent agent = Agent.instance();
        agent.configure(null, Scope.of(List.of(Path.of(ClockReadsHost.class.getProtectionDomain().getCodeSource().getLocation().toURI()))));
        ClockReader.report();
        System.out.println("notices " + agent.drainNotices());
    }
}
