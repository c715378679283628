package dev.oraculum.capture;

import dev.oraculum.agent.Instrumenter;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.program.EnginePurity;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A project compiled from one source text into a directory: what planning and recording do with it. */
public record Project(Compiled compiled, ClassPath classPath) implements AutoCloseable {
    public static Project of(Path directory, String source, String... options) {
        Compiled compiled = Compiled.of(source, options);
        compiled.classes().forEach((name, bytes) -> {
            try {
                Path file = directory.resolve(name + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return new Project(compiled, ClassPath.open(List.of(directory)));
    }

    public PlannedCapture plan(String method) {
        return plan(method, CaptureSettings.DEFAULT);
    }

    public PlannedCapture plan(String method, CaptureSettings settings) {
        return CapturePlanner.plan(classPath, MethodReference.parse(method).resolve(classPath), settings, new EnginePurity());
    }

    /** The names of the variables of a method's state. */
    public List<String> variables(String method) {
        return plan(method).schema().variables().stream().map(Variable::name).toList();
    }

    /** A test: what it calls on the woven class. */
    public interface Body {
        void run(Class<?> type) throws Exception;
    }

    /** Weaves the class of the plan, runs a test on it and returns the states it recorded. */
    public List<State> record(PlannedCapture capture, Body test) throws Exception {
        StatePlan plan = (StatePlan) RecordingKinds.plan(capture.plan().toBytes());
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(
                bytes -> new Instrumenter(plan, notices::add).instrument(bytes, true).orElse(bytes));
        Class<?> type = loader.loadClass(plan.className().replace('/', '.'));
        Recorder.install(plan);
        Recorder.beginTest(0, 1_000_000);
        try {
            test.run(type);
        } finally {
            Recorder.endTest();
        }
        List<State> states = State.decode(plan, Recorder.drain(0));
        List<String> faults = Recorder.drainFaults();
        if (!faults.isEmpty() || !notices.isEmpty()) {
            throw new AssertionError("faults " + faults + ", notices " + notices);
        }
        return states;
    }

    /** The values of the only state that a test records. */
    public Map<String, Object> recordOne(String method, Body test) throws Exception {
        List<State> states = record(plan(method), test);
        if (states.size() != 1) {
            throw new AssertionError("expected one state, got " + states);
        }
        return states.get(0).values();
    }

    @Override
    public void close() {
        classPath.close();
    }
}
