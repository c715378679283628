package dev.oraculum.junitagent;

import dev.oraculum.agent.Agent;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.recording.RecordedRuns;
import dev.oraculum.recording.RunPlan;
import dev.oraculum.recording.RunWriter;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StrayThreads;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.runtime.Throwables;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the tests of a build while they run, by the plan of a recording folder, as a worker does ({@code dev.oraculum.worker.UnitRun}):
 * the same probes, from where JUnit says that a test starts to where it says that it has ended. Each run of tests leaves one file.
 */
final class RunRecording {
    private final Path folder;
    private final RunPlan plan;
    private final String key;

    /** Who tells of the run; null: there is none. */
    private Object owner;
    private RunWriter writer;
    private List<String> running;
    private long startedAt;
    private int tests;
    private boolean parallel;

    private RunRecording(Path folder, RunPlan plan) {
        this.folder = folder;
        this.plan = plan;
        key = plan.key();
    }

    /**
     * Weaves by the plan of a folder from now on.
     *
     * @throws IllegalArgumentException there is no usable plan, or the folder cannot be written to
     */
    static RunRecording open(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        RunPlan plan = RecordedRuns.plan(absolute);
        if (!Files.isWritable(absolute)) {
            throw new IllegalArgumentException("the folder " + absolute + " is not writable");
        }
        Agent.instance().observe(RecordingKinds.plan(plan.plan()));
        return new RunRecording(absolute, plan);
    }

    private boolean isOf(Object who) {
        return owner != null && owner == who;
    }

    synchronized void started(Object who) throws IOException {
        if (owner == null) {
            owner = who;
            writer = RunWriter.begin(folder, key);
            parallel = false;
        }
    }

    synchronized void testClass(Object who, String className) throws IOException {
        if (isOf(who)) {
            writer.testClass(className);
        }
    }

    synchronized void testStarted(Object who, String[] test) {
        if (!isOf(who) || running != null && test[0].startsWith(running.get(0) + "/")) {
            return;
        }
        if (running != null) {
            parallel = true;
            return;
        }
        running = List.of(test);
        startedAt = System.nanoTime();
        Recorder.beginTest(tests++, Long.MAX_VALUE);
    }

    synchronized void testFinished(Object who, String id, String status, Throwable thrown) throws IOException {
        if (!isOf(who) || running == null || !running.get(0).equals(id)) {
            return;
        }
        TestTally tally = Recorder.endTest();
        long nanos = System.nanoTime() - startedAt;
        StrayThreads.leftByTest();
        List<byte[]> records = new ArrayList<>();
        for (int place = 0; place < Recorder.plans(); place++) {
            records.add(Recorder.drain(place));
        }
        for (String fault : Recorder.drainFaults()) {
            writer.problem(fault);
        }
        TestOutcome outcome = outcome(status, thrown, tally);
        String failure = outcome == TestOutcome.NOT_RECORDED ? tally.fault() : Throwables.summary(thrown);
        // Only what a test that passed has left is evidence.
        boolean counts = outcome == TestOutcome.PASSED && !parallel;
        writer.test(running, outcome.name(), failure, nanos, tally.invocations(), counts ? records : List.of());
        running = null;
    }

    private static TestOutcome outcome(String status, Throwable thrown, TestTally tally) {
        return switch (status) {
            case "PASSED" -> tally.fault().isEmpty() ? TestOutcome.PASSED : TestOutcome.NOT_RECORDED;
            case "ABORTED" -> TestOutcome.ABORTED;
            default -> Throwables.contains(thrown, OutOfMemoryError.class) ? TestOutcome.OUT_OF_MEMORY
                    : Throwables.contains(thrown, StackOverflowError.class) ? TestOutcome.STACK_OVERFLOW : TestOutcome.FAILED;
        };
    }

    synchronized void testSkipped(Object who, String[] test, String reason) throws IOException {
        if (isOf(who)) {
            writer.test(List.of(test), TestOutcome.SKIPPED.name(), reason == null ? "" : reason, 0, List.of(), List.of());
        }
    }

    synchronized void failedOutside(Object who, String where, Throwable thrown) throws IOException {
        if (isOf(who) && running == null) {
            writer.problem(where + ": " + (thrown == null ? "failed" : Throwables.summary(thrown).lines().findFirst().orElse("failed")));
        }
    }

    synchronized void finished(Object who) throws IOException {
        if (!isOf(who)) {
            return;
        }
        for (String notice : Agent.instance().drainNotices()) {
            writer.problem(notice);
        }
        if (parallel) {
            writer.parallel();
        }
        for (String name : others()) {
            writer.otherClass(name);
        }
        writer.finish();
        owner = null;
        writer = null;
        running = null;
    }

    /** Classes of the plan that were loaded, and whose class files are not those that were planned for. */
    private List<String> others() {
        Map<String, Boolean> same = new HashMap<>();
        for (Class<?> type : Agent.instance().loaded(plan.classes().keySet())) {
            String name = type.getName().replace('.', '/');
            same.merge(name, plan.classes().get(name).equals(digest(type.getClassLoader(), name)), Boolean::logicalAnd);
        }
        return same.keySet().stream().filter(name -> !same.get(name)).sorted().toList();
    }

    private static String digest(ClassLoader loader, String name) {
        // What the JVM was given may have been woven by other agents before.
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? "" : RunPlan.digest(in.readAllBytes());
        } catch (IOException e) {
            return "";
        }
    }

    /** Drops what was recorded. */
    synchronized void abandon() {
        if (running != null) {
            Recorder.endTest();
        }
        if (writer != null) {
            writer.abandon();
        }
        owner = null;
        running = null;
    }
}
