package dev.oraculum.agent;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.testing.State;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program that {@link AgentTest} runs in a JVM with the agent: does what a worker does, and prints what comes of it. */
final class AgentHost {
    private AgentHost() {}

    /** Arguments: the subject's directory, the plan, a mutant of the subject, a version of it with another shape. */
    public static void main(String[] arguments) throws Exception {
        Path subject = Path.of(arguments[0]);
        StatePlan plan = (StatePlan) RecordingKinds.plan(Files.readAllBytes(Path.of(arguments[1])));
        byte[] mutant = Files.readAllBytes(Path.of(arguments[2]));
        byte[] reshaped = Files.readAllBytes(Path.of(arguments[3]));
        Agent agent = Agent.instance();

        agent.configure(plan, Scope.of(List.of(subject)));
        agent.redefine("Account", mutant);
        report("mutant before loading", plan, "deposit");
        agent.restore("Account");
        report("original", plan, "deposit");
        agent.redefine("Account", mutant);
        report("mutant", plan, "deposit");
        agent.restore("Account");
        try {
            agent.redefine("Account", reshaped);
        } catch (RedefinitionException e) {
            System.out.println("rejected");
        }
        report("still original", plan, "deposit");
        report("exit", plan, "quit");
        report("halt by method reference", plan, "halt");
        report("endless loop", plan, "spin");
        report("modifiable " + agent.isModifiable("Account"), plan, "deposit");
        agent.configure(null, Scope.of(List.of()));
        report("nothing woven", plan, "deposit");
        agent.configure(plan, Scope.of(List.of(subject)));
        report("woven again", plan, "deposit");
        System.out.println("notices " + agent.drainNotices() + " faults " + Recorder.drainFaults());
    }

    private static void report(String what, StatePlan plan, String method) throws Exception {
        Class<?> type = Class.forName("Account");
        Object account = type.getConstructor().newInstance();
        Recorder.beginTest(0, 1000);
        String outcome;
        try {
            outcome = "" + type.getMethod(method).invoke(account);
        } catch (InvocationTargetException e) {
            outcome = e.getCause().getClass().getSimpleName();
        }
        var tally = Recorder.endTest();
        StringBuilder line = new StringBuilder(what + ": " + outcome);
        for (State state : State.decode(plan, Recorder.drain(0))) {
            line.append(' ').append(state.values());
        }
        line.append(tally.overBudget() ? " over budget" : "").append(tally.exitAttempted() ? " exit attempted" : "");
        System.out.println(line);
    }
}
