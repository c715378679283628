package dev.oraculum.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Setting;
import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.evidence.UnitRecord;
import dev.oraculum.api.improve.Contained;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.NotRecorded;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.internal.SideBySide;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs the units of a job that its evidence does not have yet: the tests on the original program, twice, then those that reach the method
 * on every mutant (docs/formats.md, "Units of work").
 */
final class EvidenceRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Improve request;
    private final Analysis analysis;
    private final Evidence evidence;
    private final JobClock clock;
    private final boolean excludeFailing;
    private final Path file;
    /** What to say where tests fail; empty: nothing. */
    private final String withheld;
    /** Names of the original run's tests, unique, by their ids. */
    private final Map<String, String> names = new HashMap<>();

    private EvidenceRun(Improve request, Analysis analysis, Evidence evidence, boolean ofBuild, JobClock clock) {
        this.request = request;
        this.analysis = analysis;
        this.evidence = evidence;
        this.clock = clock;
        this.excludeFailing = request.project().excludeFailingTests();
        this.file = request.evidence();
        this.withheld = ofBuild ? "" : WorkerPool.withheldHint(request.project().workers());
    }

    /**
     * @param testsLeftOut tests that fail or are unstable on the original program
     * @param contained what mutants were refused
     * @param notRecorded runs of tests on mutants that left no states
     */
    record Outcome(List<LeftOut> testsLeftOut, Contained contained, NotRecorded notRecorded) {}

    /**
     * What the second original unit keeps for a resumed run.
     *
     * @param reaching ids of the tests to run on mutants, in order
     */
    record Original(List<String> reaching, List<LeftOut> leftOut) {
        Original {
            reaching = List.copyOf(reaching);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** @param recorded the run of the original for several methods; null: there is none with this method */
    static Outcome collect(
            Improve request, Analysis analysis, ClassRecording recorded, Evidence evidence, JobClock clock) {
        EvidenceRun run = new EvidenceRun(request, analysis, evidence, recorded != null && recorded.isOfBuild(), clock);
        Map<Long, UnitRecord> finished = new HashMap<>();
        evidence.units().forEach(unit -> finished.put(unit.index(), unit));
        UnitRecord again = finished.get((long) Unit.ORIGINAL_AGAIN);
        Original kept = again == null ? null : run.decode(again, Original.class);
        if (isComplete(analysis, finished)) {
            return run.outcome(kept);
        }
        int workers = ProjectRun.threads(request.project());
        for (int choice = 0; ; choice++) {
            List<String> testClasses = analysis.testClasses().get(choice);
            boolean last = choice == analysis.testClasses().size() - 1;
            Outcome outcome;
            if (recorded != null) {
                outcome = run.run(() -> recorded.of(analysis, testClasses), finished, kept, last, workers);
            } else {
                ExecutionSettings settings = settings(request, analysis, testClasses, analysis.capture().plan()).withWorkers(workers);
                try (WorkerPool pool = WorkerPool.open(settings)) {
                    if (choice == 0) {
                        pool.notices().forEach(clock::warning);
                    }
                    outcome = run.run(() -> run.runOriginal(pool), finished, kept, last, workers);
                }
            }
            if (outcome != null) {
                return outcome;
            }
        }
    }

    /** Whether the evidence file of a run that is to be resumed has all that there is to collect. */
    static boolean isComplete(Improve request, Analysis analysis) {
        if (!Files.isRegularFile(request.evidence())) {
            return false;
        }
        try (Engine engine = ImproveJob.open(request)) {
            engine.evidence().begin(analysis.schema(), analysis.inputs(), analysis.capture().constants());
            Map<Long, UnitRecord> finished = new HashMap<>();
            engine.evidence().units().forEach(unit -> finished.put(unit.index(), unit));
            return isComplete(analysis, finished);
        }
    }

    private static boolean isComplete(Analysis analysis, Map<Long, UnitRecord> finished) {
        return finished.containsKey((long) Unit.ORIGINAL_AGAIN)
                && IntStream.range(0, analysis.mutants().size()).allMatch(i -> finished.containsKey((long) Unit.FIRST_MUTANT + i));
    }

    /** How the tests are run. */
    static ExecutionSettings settings(Improve request, Analysis analysis, List<String> testClasses, Plan plan) {
        return ProjectRun.settings(request.project(), analysis.jvm(), analysis.classPath(), testClasses, plan.toBytes())
                .withFailuresSetAside(request.afterFailure() == Improve.AfterFailure.CONTINUE);
    }

    /** The original, then the mutants; null: no test reaches the method. */
    private Outcome run(
            Supplier<OriginalTests> tests, Map<Long, UnitRecord> finished, Original kept, boolean last, int workers) {
        List<TestCase> reaching = new ArrayList<>();
        OriginalTests[] used = new OriginalTests[1];
        Original original = clock.run(
                Phase.TESTS,
                () -> original(used[0] = tests.get(), finished, kept, reaching, last),
                o -> Text.count(o.reaching().size(), "test") + " reaching the method, run by " + used[0].ranBy());
        if (original.reaching().isEmpty() && !(last && mayGenerate())) {
            return null;
        }
        if (!analysis.mutated()) {
            return outcome(original);
        }
        try (GeneratedTests generated = request.states().generatedTests() == 0 ? null
                : clock.run(
                        Phase.FURTHER_TESTS,
                        () -> generated(finished.keySet()),
                        made -> made == null ? "none" : made.describe())) {
            if (original.reaching().isEmpty() && generated == null) {
                throw notReached(used[0].run());
            }
            clock.run(Phase.MUTANTS, () -> mutants(used[0], finished, reaching, generated, workers), this::describe);
        }
        return outcome(original);
    }

    /** Whether tests can be generated, so that the project's need not reach the method. */
    private boolean mayGenerate() {
        return request.states().generatedTests() > 0 && analysis.mutated();
    }

    // ---- the original program

    /** Runs the original for this method alone. */
    private OriginalTests runOriginal(WorkerPool pool) {
        Map<Integer, UnitResult> results = new HashMap<>();
        UnitCollector collector = new UnitCollector(result -> results.put(result.unit(), result));
        OriginalRun run = pool.runOriginal(pool.discover().tests(), collector);
        run.problems().forEach(problem -> clock.warning("outside any test: " + problem));
        List<TestCase> listed = run.first().stream().map(TestRun::test).toList();
        return new OriginalTests(
                pool.platform(), pool, 0, run, listed, (to, header, wanted, labels, outcome) ->
                        collector.commit(to, header, results.get((int) header.index()), wanted, labels, outcome));
    }

    /**
     * Commits the original, unless it is; {@code reaching} gets the tests to run on mutants.
     *
     * @param last whether there are no other test classes to try: without tests that reach the method, the job ends
     */
    private Original original(OriginalTests tests, Map<Long, UnitRecord> finished, Original kept, List<TestCase> reaching, boolean last) {
        OriginalRun run = tests.run();
        name(tests.listed());
        Original original = kept != null ? kept : judge(run, last);
        Map<String, TestCase> byId = new LinkedHashMap<>();
        run.first().forEach(test -> byId.put(test.test().uniqueId(), test.test()));
        original.reaching().stream().filter(byId::containsKey).map(byId::get).forEach(reaching::add);
        if (!last && reaching.isEmpty()) {
            return new Original(List.of(), List.of());
        }
        List<String> labels = tests.listed().stream().map(test -> names.get(test.uniqueId())).toList();
        for (int unit : List.of(Unit.ORIGINAL, Unit.ORIGINAL_AGAIN)) {
            if (!finished.containsKey((long) unit)) {
                String id = unit == Unit.ORIGINAL ? "original" : "original again";
                UnitHeader header = new UnitHeader(unit, id, UnitKind.ORIGINAL);
                tests.records().commit(evidence, header, test -> test.outcome() == TestOutcome.PASSED, labels, encode(original));
            }
        }
        return original;
    }

    /** Which tests to go on with. */
    private Original judge(OriginalRun run, boolean last) {
        List<TestRun> failing = run.failing().stream().filter(test -> test.invocations() > 0).toList();
        List<String> described = failing.stream().map(test -> test.test().name() + " " + test.outcome().sentence() + reason(test)).toList();
        if (!failing.isEmpty() && !excludeFailing) {
            throw new ProjectException(
                    withWithheld(Problem.Code.TESTS_FAIL.problem()),
                    failing.size() + (failing.size() == 1 ? " test fails" : " tests fail")
                            + " on the original program and reach the method; correct states need tests that pass"
                            + (withheld.isEmpty() ? "" : " (" + withheld + ")") + ":",
                    described);
        }
        int failed = run.failing().size();
        if (failed > 0 && !withheld.isEmpty()) {
            clock.warning(
                    Problem.Code.ENVIRONMENT_WITHHELD.problem(),
                    Text.count(failed, "test") + (failed == 1 ? " fails" : " fail") + " on the original program; " + withheld);
        }
        List<LeftOut> leftOut = new ArrayList<>();
        Set<String> out = new HashSet<>();
        for (TestRun test : failing) {
            out.add(test.test().uniqueId());
            leftOut.add(new LeftOut(names.get(test.test().uniqueId()), test.outcome().sentence() + reason(test)));
        }
        for (TestRun test : run.notRecorded()) {
            if (out.add(test.test().uniqueId())) {
                leftOut.add(new LeftOut(names.get(test.test().uniqueId()), test.outcome().sentence() + reason(test)));
            }
        }
        for (TestRun test : run.unstable()) {
            if (out.add(test.test().uniqueId())) {
                leftOut.add(new LeftOut(names.get(test.test().uniqueId()), "does not end alike in two runs"));
            }
        }
        List<String> reaching = run.reaching().stream().map(TestCase::uniqueId).filter(id -> !out.contains(id)).toList();
        if (reaching.isEmpty() && last && !mayGenerate()) {
            throw notReached(run);
        }
        return new Original(reaching, leftOut);
    }

    private ProjectException notReached(OriginalRun run) {
        boolean fails = run.failing().stream().anyMatch(test -> test.invocations() > 0);
        return new ProjectException(
                Problem.Code.NOT_REACHED.problem(),
                "no test reaches " + analysis.schema().method() + (fails ? " but those that fail" : "") + "; the " + run.first().size()
                        + " tests of these classes were run:",
                analysis.testClasses().get(analysis.testClasses().size() - 1));
    }

    private Problem withWithheld(Problem problem) {
        return withheld.isEmpty() ? problem : problem.with(Setting.ENVIRONMENT);
    }

    private static String reason(TestRun test) {
        return test.failureLine().isEmpty() ? "" : ": " + test.failureLine();
    }

    /** A readable name for each test; what two tests share is told apart by the engine's id. */
    private void name(List<TestCase> tests) {
        names.putAll(names(tests));
    }

    static Map<String, String> names(List<TestCase> tests) {
        Map<String, Integer> uses = new HashMap<>();
        tests.forEach(test -> uses.merge(test.name(), 1, Integer::sum));
        Map<String, String> unique = new HashMap<>();
        for (TestCase test : tests) {
            String name = test.name();
            unique.put(test.uniqueId(), uses.get(name) == 1 ? name : name + " " + test.uniqueId());
        }
        return unique;
    }

    // ---- generated tests

    /** Null: none can be generated. */
    private GeneratedTests generated(Set<Long> finished) {
        try {
            GeneratedTests tests = GeneratedTests.of(request, analysis);
            if (!GeneratedTests.isCommitted(finished)) {
                tests.commit(evidence);
            }
            return tests;
        } catch (ClassPathException | ProjectException | CannotRunException | IllegalArgumentException e) {
            clock.warning("no further tests can be generated: " + e.getMessage());
            return null;
        }
    }

    // ---- mutants

    private List<UnitResult> mutants(
            OriginalTests tests, Map<Long, UnitRecord> finished, List<TestCase> reaching, GeneratedTests generated, int workers) {
        List<Integer> missing = new ArrayList<>();
        int total = analysis.mutants().size();
        for (int i = 0; i < total; i++) {
            int id = Unit.FIRST_MUTANT + i;
            if (!finished.containsKey((long) id)) {
                missing.add(id);
            }
        }
        AtomicInteger done = new AtomicInteger(total - missing.size());
        List<String> labels = new ArrayList<>(reaching.stream().map(test -> names.get(test.uniqueId())).toList());
        int written = labels.size();
        Map<Integer, CompletableFuture<List<ByteBuffer>>> further = new LinkedHashMap<>();
        if (generated != null) {
            missing.forEach(unit -> further.put(unit, new CompletableFuture<>()));
            labels.addAll(generated.names());
        }
        UnitCollector[] collector = new UnitCollector[1];
        collector[0] = new UnitCollector(result -> {
            Mutant mutant = analysis.mutants().get(result.unit() - Unit.FIRST_MUTANT);
            UnitHeader header = new UnitHeader(result.unit(), mutant.id(), UnitKind.MUTANT);
            MutantOutcome outcome = new MutantOutcome(mutant.sentence(), result.sentence(), ContainedUnits.OfUnit.of(result),
                    NotRecordedUnits.of(result));
            collector[0].commit(
                    evidence, header, result, test -> test.outcome().isRepeatable(), labels, encode(outcome),
                    further.containsKey(result.unit()) ? further.get(result.unit()).join() : List.of());
            synchronized (this) {
                String what = mutant.id() + " (" + mutant.sentence() + "): " + result.sentence();
                clock.advanced(Phase.MUTANTS, done.incrementAndGet(), total, what);
            }
        });
        Supplier<List<UnitResult>> byTests = () -> reaching.isEmpty()
                ? withoutTests(missing, collector[0])
                : runUnits(tests, missing, reaching, collector[0], workers);
        if (generated == null) {
            return byTests.get();
        }
        return SideBySide.all(workers, List.<Supplier<List<UnitResult>>>of(
                () -> {
                    onMutants(generated, further, written);
                    return List.of();
                },
                byTests)).get(1);
    }

    private List<UnitResult> runUnits(
            OriginalTests tests, List<Integer> ids, List<TestCase> reaching, UnitCollector collector, int workers) {
        List<Unit> units = new ArrayList<>();
        for (int id : ids) {
            Mutant mutant = analysis.mutants().get(id - Unit.FIRST_MUTANT);
            units.add(new Unit(id, mutant.className(), mutant.bytes(), reaching, tests.plan()));
        }
        tests.pool().watch(tests.plan(), reaching);
        return tests.pool().runUnits(units, collector, workers);
    }

    /** Where no test of the project reaches the method: there are generated ones only. */
    private static List<UnitResult> withoutTests(List<Integer> ids, UnitCollector collector) {
        List<UnitResult> results = ids.stream()
                .map(id -> new UnitResult(id, UnitEnd.COMPLETED, "", List.of(), Duration.ZERO, List.of()))
                .toList();
        results.forEach(collector::finished);
        return results;
    }

    /** Runs generated tests on mutants, in their order. Who waits for one of them hears of a failure, too. */
    private void onMutants(GeneratedTests generated, Map<Integer, CompletableFuture<List<ByteBuffer>>> results, int first) {
        try {
            List<CompletableFuture<List<ByteBuffer>>> inOrder = List.copyOf(results.values());
            List<Mutant> mutants = results.keySet().stream().map(unit -> analysis.mutants().get(unit - Unit.FIRST_MUTANT)).toList();
            generated.onMutants(mutants, first, (place, records) -> inOrder.get(place).complete(records));
        } catch (RuntimeException | Error e) {
            results.values().forEach(result -> result.completeExceptionally(e));
            throw e;
        }
    }

    /** What a mutant's unit keeps: for a reader of the evidence file, and for a resumed run to count. */
    record MutantOutcome(String mutant, String end, ContainedUnits.OfUnit contained, Map<String, Long> notRecorded) {}

    private Outcome outcome(Original original) {
        ContainedUnits contained = new ContainedUnits();
        NotRecordedUnits notRecorded = new NotRecordedUnits();
        for (UnitRecord unit : evidence.units()) {
            if (unit.kind() == UnitKind.MUTANT) {
                MutantOutcome outcome = decode(unit, MutantOutcome.class);
                contained.add(outcome.contained());
                notRecorded.add(outcome.notRecorded());
            }
        }
        return new Outcome(original.leftOut(), contained.sum(), notRecorded.sum());
    }

    private String describe(List<UnitResult> results) {
        Map<String, Integer> ends = new LinkedHashMap<>();
        results.forEach(result -> ends.merge(result.end().sentence(), 1, Integer::sum));
        String text = ends.entrySet().stream().map(e -> e.getValue() + ": " + e.getKey()).reduce((a, b) -> a + "; " + b).orElse("");
        return Text.count(results.size(), "mutant") + " run" + (text.isEmpty() ? "" : " (" + text + ")");
    }

    private static String encode(Object outcome) {
        try {
            return JSON.writeValueAsString(outcome);
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write a unit's outcome: " + e.getOriginalMessage(), e);
        }
    }

    /** @throws IllegalArgumentException the file has a valid checksum over something that we did not write */
    private <T> T decode(UnitRecord unit, Class<T> type) {
        try {
            T outcome = JSON.readValue(unit.outcome(), type);
            if (outcome != null) {
                return outcome;
            }
            throw damaged(unit, "null", null);
        } catch (JsonProcessingException e) {
            throw damaged(unit, e.getOriginalMessage(), e);
        }
    }

    private IllegalArgumentException damaged(UnitRecord unit, String what, Exception cause) {
        return new IllegalArgumentException(
                "the evidence file " + file + " is damaged: the outcome of unit " + unit.index() + " (" + unit.id() + ") cannot be read ("
                        + what
                        + "); delete it and record the evidence anew",
                cause);
    }
}
