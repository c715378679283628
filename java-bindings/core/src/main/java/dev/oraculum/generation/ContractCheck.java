package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.Elsewhere.Side;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TestWriter.Written;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.DiagnosticCollector;

/**
 * Looks whether objects of the kept tests break a {@link Contract}. What does is a test that fails, and goes into a class of its own: it
 * shows a fault, as far as the contract is meant to hold.
 *
 * <p>Only objects that are made without null count: a class may forbid null and not say so. Only classes that declare the method
 * themselves, or inherit it from the program, can be at fault.
 */
public final class ContractCheck {
    private static final int MOST_TESTS = 300;
    /**
     * A test may have so many times the ticks of those of the search: it has passed before, and asks its objects for one thing more. That
     * may have no end: the text of a document that is in itself.
     */
    private static final int TIMES_TICKS = 10;
    /** What it may take, where it is the JDK's code that has no end. */
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** Objects of a test, at most. */
    private static final int MOST_OBJECTS = 4;

    private final TypeFacts facts;
    private final TestWriter writer;
    private final ExecutionSettings settings;
    private final long ticks;

    /**
     * A contract that is broken.
     *
     * @param className binary name of the class that breaks it
     * @param promise what the contract says
     * @param test name of the method that fails
     * @param failure how
     */
    public record Broken(String className, String promise, String test, String failure) {}

    /**
     * What was found.
     *
     * @param written the class of the tests that fail
     */
    public record Found(Written written, List<Broken> broken) {}

    /**
     * What came of a check.
     *
     * @param found empty: no contract was seen to be broken every time
     * @param dependsOn the tests without which it may come out otherwise, by their places in the list that was checked: those whose objects
     *     broke a contract at least once; all, if they could not be compiled or run
     */
    public record Result(Optional<Found> found, Set<Integer> dependsOn) {}

    /**
     * Checks nothing yet.
     *
     * @param settings how tests are run, without a plan
     * @param ticks what a test of the search may have
     */
    public ContractCheck(TypeFacts facts, TestWriter writer, ExecutionSettings settings, int ticks) {
        this.facts = facts;
        this.writer = writer;
        this.settings = settings;
        this.ticks = (long) TIMES_TICKS * ticks;
    }

    /**
     * Checks them, in two JVMs.
     *
     * @param tests that pass
     */
    public Result run(List<Kept> tests) {
        List<ContractTest> candidates = candidates(tests);
        Optional<Map<Integer, String>> failures = candidates.isEmpty() ? Optional.of(Map.of()) : failures(candidates, true, false);
        if (failures.isEmpty()) {
            return new Result(Optional.empty(), candidates.stream().map(ContractTest::place).collect(Collectors.toSet()));
        }
        List<ContractTest> broken = new ArrayList<>();
        Set<List<Object>> known = new HashSet<>();
        for (int place = 0; place < candidates.size(); place++) {
            ContractTest candidate = candidates.get(place);
            if (failures.get().containsKey(place) && known.add(about(candidate))) {
                broken.add(candidate);
            }
        }
        Set<Integer> dependsOn = broken.stream().map(ContractTest::place).collect(Collectors.toSet());
        return new Result(broken.isEmpty() ? Optional.empty() : sure(broken), dependsOn);
    }

    /** Of those that were broken once, the ones that are broken again, elsewhere. */
    private Optional<Found> sure(List<ContractTest> broken) {
        Map<Integer, String> again = failures(broken, false, true).orElse(Map.of());
        List<ContractTest> sure = new ArrayList<>();
        List<String> how = new ArrayList<>();
        again.keySet().stream().sorted().forEach(place -> {
            sure.add(broken.get(place));
            how.add(again.get(place));
        });
        if (sure.isEmpty()) {
            return Optional.empty();
        }
        Written written = writer.write(sure, false);
        List<Broken> all = new ArrayList<>();
        for (int place = 0; place < sure.size(); place++) {
            all.add(new Broken(
                    sure.get(place).type().replace('/', '.'), sure.get(place).contract().promise(), written.methods().get(place),
                    how.get(place).lines().findFirst().orElse("")));
        }
        return Optional.of(new Found(written, List.copyOf(all)));
    }

    // ---- candidates ----------------------------------------------------------------------------------------------

    /** The shortest first. */
    private List<ContractTest> candidates(List<Kept> tests) {
        List<Integer> usable = IntStream.range(0, tests.size())
                .filter(place -> isUsable(tests.get(place))).boxed()
                .sorted(Comparator.comparingInt(place -> tests.get(place).statements()))
                .toList();
        List<ContractTest> candidates = new ArrayList<>();
        Map<String, List<Contract>> contracts = new HashMap<>();
        for (int place : usable) {
            Kept test = tests.get(place).withoutAssertions();
            List<Integer> objects = objects(test);
            for (int at = 0; at < objects.size(); at++) {
                String type = type(test.steps().get(objects.get(at)));
                for (Contract contract : contracts.computeIfAbsent(type, this::contracts)) {
                    for (int other = at + 1; other < objects.size() && contract.objects() == 2; other++) {
                        if (type(test.steps().get(objects.get(other))).equals(type)) {
                            candidates.add(new ContractTest(contract, place, test, type, objects.get(at), objects.get(other)));
                        }
                    }
                    if (contract.objects() == 1) {
                        candidates.add(new ContractTest(contract, place, test, type, objects.get(at), objects.get(at)));
                    }
                }
            }
        }
        return candidates.subList(0, Math.min(candidates.size(), MOST_TESTS));
    }

    private static boolean isUsable(Kept test) {
        return test.exception() == null && test.steps().subList(0, test.statements()).stream().noneMatch(step -> step.kind() == Kind.NULL);
    }

    private List<Integer> objects(Kept test) {
        List<Integer> objects = new ArrayList<>();
        for (int slot = 0; slot < test.statements() && objects.size() < MOST_OBJECTS; slot++) {
            if (test.steps().get(slot).kind() == Kind.INVOKE && isOfTarget(type(test.steps().get(slot)))) {
                objects.add(slot);
            }
        }
        return objects;
    }

    private boolean isOfTarget(String type) {
        return type.equals(facts.target()) || type.startsWith(facts.target() + '$');
    }

    /** Internal name of a class; empty: it is another type. */
    private static String type(Step step) {
        String erased = JavaTypes.erased(step.type());
        return erased.startsWith("L") ? erased.substring(1, erased.length() - 1) : "";
    }

    /** Those that a class may break. */
    private List<Contract> contracts(String type) {
        List<Contract> contracts = new ArrayList<>();
        for (Contract contract : Contract.values()) {
            if (declares(type, contract.of())) {
                contracts.add(contract);
            }
        }
        return contracts;
    }

    /** Whether a class of the program has the method, it or a superclass. */
    private boolean declares(String type, Contract.Of method) {
        for (String name = type; name != null && !Declarations.isPlatform(name); ) {
            String of = name;
            TypeFacts.Type found = facts.types().stream().filter(t -> t.name().equals(of)).findFirst().orElse(null);
            if (found == null || found.kind() == TypeFacts.TypeKind.INTERFACE) {
                return false;
            }
            if (found.members().stream().anyMatch(member -> method.is(member, of))) {
                return true;
            }
            String above = found.superclass() == null ? null : JavaTypes.erased(found.superclass());
            name = above == null ? null : above.substring(1, above.length() - 1);
        }
        return false;
    }

    // ---- runs ------------------------------------------------------------------------------------------------------

    /**
     * How tests fail, by place; empty: they cannot be compiled or run.
     *
     * @param guarded an object that is null ends a test without a word
     * @param away on a machine elsewhere
     */
    private Optional<Map<Integer, String>> failures(List<ContractTest> tests, boolean guarded, boolean away) {
        Path folder;
        try {
            folder = TemporaryFolders.create("contracts");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "no temporary folder: " + e.getMessage(), e);
        }
        Map<Integer, String> failures = new HashMap<>();
        try (Elsewhere elsewhere = new Elsewhere(Side.EAST)) {
            Written written = writer.write(tests, guarded);
            CompiledTests compiled = new CompiledTests(settings, folder, written);
            if (!compiled.compile(new DiagnosticCollector<>())) {
                return Optional.empty();
            }
            try (WorkerPool pool = WorkerPool.open(away ? elsewhere.of(compiled.run()) : compiled.run())) {
                run(pool, tests, written.methods(), failures);
            }
            return Optional.of(failures);
        } catch (CannotRunException e) {
            return Optional.empty();
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    /** Tests that run out of time end their run: the others go on in another, but for those that ask the same of the same class. */
    private void run(WorkerPool pool, List<ContractTest> tests, List<String> methods, Map<Integer, String> failures) {
        List<TestCase> due = pool.discover().tests().stream().filter(test -> methods.contains(test.methodName())).toList();
        while (!due.isEmpty()) {
            Set<TestCase> seen = new HashSet<>();
            Set<List<Object>> endless = new HashSet<>();
            pool.runContained(due, ticks, LIMIT, new UnitSink() {
                @Override
                public void test(int unit, TestRun run, List<ByteBuffer> states) {
                    int place = methods.indexOf(run.test().methodName());
                    ContractTest test = tests.get(place);
                    seen.add(run.test());
                    if (run.outcome() == TestOutcome.FAILED && isBreach(test.contract(), run.failure())) {
                        failures.put(place, run.failure());
                    } else if (run.outcome() == TestOutcome.TIMED_OUT) {
                        endless.add(about(test));
                    }
                }
            });
            boolean goOn = !endless.isEmpty();
            due = due.stream()
                    .filter(test -> goOn && !seen.contains(test) && !endless.contains(about(tests.get(methods.indexOf(test.methodName())))))
                    .toList();
        }
    }

    private static List<Object> about(ContractTest test) {
        return List.of(test.contract(), test.type());
    }

    private static boolean isBreach(Contract contract, String failure) {
        boolean assertion = failure.startsWith("org.opentest4j.AssertionFailedError") || failure.startsWith("java.lang.AssertionError");
        boolean machine = failure.startsWith("java.lang.OutOfMemoryError");
        return assertion || contract.isBrokenByExceptions() && !machine;
    }
}
