package dev.oraculum.replay;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.recording.DataRun;
import dev.oraculum.runtime.CallPlan;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes JUnit tests for the data that a test can see: what methods return that tests call themselves. The calls of the tests are recorded,
 * those that lead to such a method are written down as Java, and what does not compile or does not pass is taken out again.
 */
public final class Replays {
    private final Oracle oracle;
    private final ClassPath classPath;
    private final Map<String, List<RecordedCall>> calls;
    private final Map<String, Optional<ClassNode>> classes = new HashMap<>();
    private final Map<Integer, Set<String>> problems = new TreeMap<>();
    /** Why there are no calls of some tests; empty: there are of all. */
    private String ended = "";

    private Replays(Oracle oracle, ClassPath classPath, Map<String, List<RecordedCall>> calls) {
        this.oracle = oracle;
        this.classPath = classPath;
        this.calls = calls;
    }

    /**
     * @param oracle whose tests are replayed
     * @param settings to run them with; its plan is replaced
     * @param recorded the run that gave the values
     * @param classPath of the code and the tests
     * @param testPath the entries that hold the tests
     */
    public static GeneratedTests of(Oracle oracle, ExecutionSettings settings, DataRun recorded, ClassPath classPath, List<Path> testPath) {
        Replays replays = new Replays(oracle, classPath, new LinkedHashMap<>());
        if (replays.hasAnyToReplay()) {
            replays.record(settings, recorded, testPath);
        }
        return replays.generate(settings);
    }

    /**
     * The same of calls that another run has recorded, by {@link #plan}.
     *
     * @param recorded by test, its batches of call records
     */
    public static GeneratedTests of(
            Oracle oracle, ExecutionSettings settings, Map<String, List<ByteBuffer>> recorded, ClassPath classPath) {
        Replays replays = new Replays(oracle, classPath, new LinkedHashMap<>());
        if (replays.hasAnyToReplay()) {
            recorded.forEach((test, records) -> replays.calls.put(test, CallRecords.decode(records)));
        }
        return replays.generate(settings);
    }

    private boolean hasAnyToReplay() {
        return oracle.data().stream().anyMatch(
                datum -> datum.kind() == DatumKind.RETURN || datum.kind() == DatumKind.FIELD && !datum.element());
    }

    /** The calls that tests make to what is no test. */
    public static CallPlan plan(List<String> testClasses, ClassPath classPath, List<Path> testPath) {
        Set<String> callers = new HashSet<>();
        Set<String> callees = new HashSet<>();
        List<Path> origins = testClasses.stream().flatMap(name -> classPath.origin(name.replace('.', '/')).stream()).distinct().toList();
        for (String name : classPath.projectClasses()) {
            Path origin = classPath.origin(name).orElse(null);
            if (origins.contains(origin)) {
                callers.add(name);
            } else if (origin != null && !testPath.contains(origin)) {
                callees.add(name);
            }
        }
        return new CallPlan(callers, callees);
    }

    private void record(ExecutionSettings settings, DataRun recorded, List<Path> testPath) {
        CallPlan plan = plan(settings.testClasses(), classPath, testPath);
        try (WorkerPool pool = WorkerPool.open(settings.withPlan(plan.toBytes()))) {
            List<TestCase> tests = recorded.withoutStopped(pool.discoverLoadable().tests());
            UnitResult result = pool.runOnce(
                    Unit.ORIGINAL,
                    tests,
                    recorded.limits(settings.budgets(), settings.budgets().firstRun()),
                    (unit, run, records) -> calls.put(run.test().uniqueId(), CallRecords.decode(records)));
            if (result.end() != UnitEnd.COMPLETED) {
                ended = "the run that records calls ended early: " + WorkerPool.originalFailed(result);
            }
        }
    }

    private GeneratedTests generate(ExecutionSettings settings) {
        Map<String, List<Integer>> returns = new HashMap<>();
        Map<String, List<Integer>> fields = new HashMap<>();
        for (int i = 0; i < oracle.data().size(); i++) {
            OracleDatum datum = oracle.data().get(i);
            String method = datum.className().replace('.', '/') + " " + datum.method() + datum.descriptor();
            if (datum.kind() == DatumKind.RETURN) {
                returns.computeIfAbsent(method, key -> new ArrayList<>()).add(i);
            } else if (publicField(datum) != null) {
                fields.computeIfAbsent(method, key -> new ArrayList<>()).add(i);
            }
        }
        List<ReplayTest> tests = new ArrayList<>();
        for (Oracle.TestValues test : oracle.tests()) {
            tests.addAll(tests(test, returns));
            tests.addAll(fieldTests(test, fields));
        }
        ReplayFiles files = new ReplayFiles(tests, settings);
        files.keepWhatPasses();
        Map<Integer, Integer> assertions = new TreeMap<>();
        files.kept().forEach(test -> assertions.merge(test.datum(), test.slice().targets().size(), Integer::sum));
        files.removed().forEach((test, reason) -> problem(test.datum(), reason));
        List<GeneratedTests.Replayed> replayed = new ArrayList<>();
        List<LeftOut> notReplayed = new ArrayList<>();
        for (int i = 0; i < oracle.data().size(); i++) {
            OracleDatum datum = oracle.data().get(i);
            if (assertions.containsKey(i)) {
                replayed.add(new GeneratedTests.Replayed(datum, assertions.get(i)));
            } else {
                notReplayed.add(new LeftOut(datum.variable() + " at " + datum.place(), reason(i, datum)));
            }
        }
        return new GeneratedTests(files.files(), replayed, notReplayed);
    }

    private String reason(int number, OracleDatum datum) {
        if (datum.kind() != DatumKind.RETURN && publicField(datum) == null) {
            return "a " + (datum.kind() == DatumKind.FIELD ? "non-public or static " : "")
                    + datum.kind().name().toLowerCase(java.util.Locale.ROOT) + " is not to be seen from a test";
        }
        return problems.containsKey(number) ? String.join("; ", problems.get(number)) : ended.isEmpty() ? "no test calls the method itself"
                : ended;
    }

    private void problem(int datum, String reason) {
        problems.computeIfAbsent(datum, key -> new TreeSet<>()).add(reason);
    }

    /** A test for each datum that the methods called in one test define. */
    private List<ReplayTest> tests(Oracle.TestValues test, Map<String, List<Integer>> returns) {
        List<RecordedCall> all = calls.getOrDefault(test.id(), List.of());
        Set<Integer> defined = new HashSet<>();
        test.values().forEach(values -> defined.add(values.datum()));
        Map<Integer, List<Integer>> targets = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            RecordedCall call = all.get(i);
            if (call.result() == null) {
                continue;
            }
            for (int datum : returns.getOrDefault(method(call), List.of())) {
                if (!defined.contains(datum)) {
                    continue;
                }
                String unassertable = ReplayWriter.unassertable(call.result());
                if (unassertable != null) {
                    problem(datum, unassertable);
                } else {
                    targets.computeIfAbsent(datum, key -> new ArrayList<>()).add(i);
                }
            }
        }
        List<ReplayTest> tests = new ArrayList<>();
        targets.forEach((datum, places) -> {
            CallSlice slice = CallSlice.of(all, places);
            if (slice.problem() == null) {
                tests.add(new ReplayTest(test, datum, oracle.data().get(datum), all, slice, null));
            } else {
                problem(datum, slice.problem());
            }
        });
        return tests;
    }

    /** The field that a datum defines, if a test can read it; else null. */
    private FieldNode publicField(OracleDatum datum) {
        ClassNode owner = datum.kind() == DatumKind.FIELD && !datum.element() ? node(datum.owner().replace('.', '/')) : null;
        if (owner == null || (owner.access & Opcodes.ACC_PUBLIC) == 0) {
            return null;
        }
        return owner.fields.stream()
                .filter(field -> field.name.equals(datum.name())
                && (field.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) == Opcodes.ACC_PUBLIC).findFirst()
                .orElse(null);
    }

    /** A test for each public field that is given one value in the test, by a method that the test calls: it is read after the call. */
    private List<ReplayTest> fieldTests(Oracle.TestValues test, Map<String, List<Integer>> fields) {
        List<RecordedCall> all = calls.getOrDefault(test.id(), List.of());
        Map<Integer, Oracle.Values> defined = new HashMap<>();
        test.values().forEach(values -> defined.put(values.datum(), values));
        List<ReplayTest> tests = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            RecordedCall call = all.get(i);
            if (call.result() == null || !call.hasReceiver() && !call.isConstructor()) {
                continue;
            }
            int object = RecordedValue.number(call.isConstructor() ? call.result() : call.operands().get(0));
            for (int number : fields.getOrDefault(method(call), List.of())) {
                Oracle.Values values = defined.get(number);
                OracleDatum datum = oracle.data().get(number);
                if (values == null || values.count() != 1 || object < 0) {
                    continue;
                }
                FieldNode field = publicField(datum);
                FieldRead read = new FieldRead(object, datum.owner().replace('.', '/'), field.name, field.desc, values.first().get(0));
                CallSlice slice = CallSlice.of(all, List.of(i));
                String problem = read.literal().isEmpty() ? "its value " + read.value() + " has no literal" : slice.problem();
                if (problem == null) {
                    tests.add(new ReplayTest(test, number, datum, all, slice, read));
                } else {
                    problem(number, problem);
                }
            }
        }
        return tests;
    }

    /** The method that a call executed, as {@code returns} names it: the receiver's class says which of those that override each other. */
    private String method(RecordedCall call) {
        String start = call.owner();
        if (call.hasReceiver() && call.operands().get(0) instanceof RecordedValue.Reference receiver) {
            start = receiver.className().replace('.', '/');
        }
        for (ClassNode type = node(start); type != null; type = type.superName == null ? null : node(type.superName)) {
            for (MethodNode method : type.methods) {
                if (method.name.equals(call.name()) && method.desc.equals(call.descriptor())
                        && (method.access & Opcodes.ACC_ABSTRACT) == 0) {
                    return type.name + " " + call.name() + call.descriptor();
                }
            }
        }
        return call.owner() + " " + call.name() + call.descriptor();
    }

    private ClassNode node(String name) {
        return classes.computeIfAbsent(name, key -> classPath.find(key).map(bytes -> {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return node;
        })).orElse(null);
    }
}
