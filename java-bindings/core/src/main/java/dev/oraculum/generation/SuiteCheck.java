package dev.oraculum.generation;

import dev.oraculum.api.OraculumException;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.generation.KeptTests.Dependence;
import dev.oraculum.generation.KeptTests.Extent;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.TestWriter.Written;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.verification.JdkCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/**
 * Takes out of a suite what does not compile, or does not pass every time: compiled by javac alone, run in JVMs of their own on the class
 * as it is, in order, and reversed on a machine elsewhere in the world.
 */
public final class SuiteCheck {
    /** Each round takes out what failed; what still fails then is not worth having. */
    private static final int ROUNDS = 15;
    /** A test that fails with its assertions may fail without, too: one round tells, and one more is without it. */
    private static final int ROUNDS_OF_LESS = 2;
    private static final String FAILS = "it does not pass every time";

    private final TestWriter writer;
    private final ExecutionSettings settings;
    private final int threads;
    private final List<Kept> tests;
    private List<Kept> kept;
    /** By test that is left its place in the list of all. */
    private List<Integer> places;
    private Written written;
    private final Map<String, Integer> left = new LinkedHashMap<>();
    private final CoveragePlan goals;
    private final DoublePredicate more;
    /** When the round began, by {@link System#nanoTime}. */
    private long roundBegan;
    /** By place in the list of all, what a test covered in the last full round; null: there is time for full rounds. */
    private Map<Integer, Set<Integer>> measured;
    /** By written test. */
    private List<Set<Integer>> coveredBy = List.of();
    private final Set<Integer> covered = new TreeSet<>();

    /**
     * @param settings how tests are run, without a plan
     * @param threads JVMs that run at the same time
     * @param goals whose coverage by the tests that are left is measured
     * @param tests with what they assert
     * @param more whether there is time, so many seconds, to find out why a test fails, and to try it with less step by step; else it is
     *     tried without assertions, and all tests are run twice more instead of three times
     */
    public SuiteCheck(
            TestWriter writer, ExecutionSettings settings, int threads, CoveragePlan goals, List<Kept> tests, DoublePredicate more) {
        this.writer = writer;
        this.settings = settings;
        this.threads = threads;
        this.goals = goals;
        this.more = more;
        this.tests = List.copyOf(tests);
        kept = new ArrayList<>();
        places = new ArrayList<>();
        for (int place : writer.grouped(tests)) {
            Kept test = tests.get(place);
            Optional<String> obstacle = writer.whyNot(test);
            if (test.dependence() != null) {
                count(test.dependence().reason(), 1);
            } else if (obstacle.isPresent()) {
                count("Java cannot say it without reflection: " + obstacle.get(), 1);
            } else {
                kept.add(test);
                places.add(place);
            }
        }
    }

    /** By place in the list of all, what the tests that are left assert of what they were to. */
    public Map<Integer, Extent> extents() {
        Map<Integer, Extent> extents = new TreeMap<>();
        for (int i = 0; i < kept.size(); i++) {
            int asserted = kept.get(i).assertions().size();
            boolean all = asserted == tests.get(places.get(i)).assertions().size();
            extents.put(places.get(i), all ? Extent.ALL : asserted > 0 ? Extent.RESULTS : Extent.NOTHING);
        }
        return extents;
    }

    /** Where the tests that are left were in the list of all. */
    public List<Integer> places() {
        return List.copyOf(places);
    }

    private void count(String reason, int tests) {
        if (tests > 0) {
            left.merge(reason, tests, Integer::sum);
        }
    }

    /** How many tests were taken out, by reason. */
    public Map<String, Integer> left() {
        return Collections.unmodifiableMap(left);
    }

    /** The tests that are left. */
    public List<Kept> kept() {
        return kept;
    }

    /**
     * The goals that the written tests cover, measured when they ran as JUnit tests in a JVM of their own: during the search, what an
     * earlier test left in static fields may have helped a later one.
     */
    public Set<Integer> covered() {
        return Collections.unmodifiableSet(covered);
    }

    /** The same by written test, in the order of {@link #kept}. */
    public List<Set<Integer>> coveredBy() {
        return coveredBy;
    }

    /** The class of the tests that are left; null: there is none. */
    public Written run() {
        Path folder;
        try {
            folder = TemporaryFolders.create("suite");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "no temporary folder: " + e.getMessage(), e);
        }
        try {
            for (int round = 0; round < ROUNDS && !kept.isEmpty(); round++) {
                roundBegan = System.nanoTime();
                do {
                    written = writer.write(kept);
                    // What does not compile loses an assertion or a test: this ends.
                } while (!compiles(folder) && !kept.isEmpty());
                if (!kept.isEmpty() && passes(folder)) {
                    return written;
                }
            }
            dropAll("tests with it still fail after " + ROUNDS + " rounds");
            return null;
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    /**
     * A test that fails with its assertions may do with fewer, or without: what it runs is then still run. One without them goes.
     *
     * @param hopeless those of them that fail without, too
     * @param less what is tried instead of one
     */
    private void weaken(Set<Integer> failing, Set<Integer> hopeless, UnaryOperator<Kept> less, IntFunction<String> why) {
        List<Kept> rest = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            boolean fails = failing.contains(i);
            if (fails && (kept.get(i).assertions().isEmpty() || hopeless.contains(i))) {
                count(why.apply(i), 1);
            } else {
                rest.add(fails ? less.apply(kept.get(i)) : kept.get(i));
                left.add(places.get(i));
            }
        }
        kept = rest;
        places = left;
    }

    /**
     * Tests because of which others fail even without assertions. What these and others asserted before is tried again without them.
     */
    private void dropPolluters(Set<Integer> polluters) {
        count(Dependence.POLLUTER.reason(), polluters.size());
        places = IntStream.range(0, kept.size()).filter(place -> !polluters.contains(place)).mapToObj(places::get).toList();
        kept = places.stream().map(tests::get).toList();
    }

    private void dropAll(String reason) {
        count(reason, kept.size());
        kept = List.of();
        places = List.of();
    }

    private boolean compiles(Path folder) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        if (new CompiledTests(settings, folder, written).compile(diagnostics)) {
            return true;
        }
        TreeSet<Integer> wrong = new TreeSet<>();
        TreeSet<Integer> hopeless = new TreeSet<>();
        Map<Integer, String> messages = new LinkedHashMap<>();
        List<String> lines = written.source().lines().toList();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                int number = (int) diagnostic.getLineNumber();
                String line = number > 0 && number <= lines.size() ? lines.get(number - 1).strip() : "";
                for (int method : methodsOf(lines, number, line)) {
                    wrong.add(method);
                    if (!line.startsWith("import ") && (!line.startsWith("assert") || line.startsWith("assertThrows"))) {
                        hopeless.add(method);
                    }
                    messages.putIfAbsent(method, diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("") + ": " + line);
                }
            }
        }
        if (wrong.isEmpty()) {
            dropAll("the file does not compile: " + JdkCompiler.firstError(diagnostics));
        } else {
            weaken(wrong, hopeless, Kept::weaker, method -> "it does not compile: " + messages.get(method));
        }
        return false;
    }

    /** The methods that an error concerns: the one around it, or all that use what an import names. */
    private Set<Integer> methodsOf(List<String> lines, int number, String line) {
        Set<Integer> methods = new TreeSet<>();
        if (line.startsWith("import ")) {
            Pattern name = Pattern.compile("\\b" + Pattern.quote(line.substring(line.lastIndexOf('.') + 1, line.length() - 1)) + "\\b");
            for (int i = 0; i < lines.size(); i++) {
                if (!lines.get(i).startsWith("import ") && name.matcher(lines.get(i)).find()) {
                    methods.add(methodAt(lines, i + 1));
                }
            }
        } else {
            methods.add(methodAt(lines, number));
        }
        methods.remove(-1);
        return methods;
    }

    /** Place of the method that has a line; -1: none has. */
    private int methodAt(List<String> lines, int line) {
        for (int at = Math.min(line, lines.size()) - 1; at >= 0; at--) {
            for (int method = 0; method < written.methods().size(); method++) {
                if (lines.get(at).contains("void " + written.methods().get(method) + "()")) {
                    return method;
                }
            }
        }
        return -1;
    }

    /** For further rounds like this one. */
    private boolean hasTime() {
        return more.test(ROUNDS_OF_LESS * (System.nanoTime() - roundBegan) / 1e9);
    }

    private boolean passes(Path folder) {
        ExecutionSettings run = new CompiledTests(settings, folder, written).run();
        SuiteRuns runs = new SuiteRuns(run, goals, written.methods(), threads);
        try {
            return measured == null ? passes(runs) : passesAgain(runs);
        } catch (CannotRunException e) {
            dropAll("the tests cannot be run: " + e.getMessage());
            return false;
        }
    }

    private boolean passes(SuiteRuns runs) {
        SuiteRuns.Result result = runs.run(place -> hasTime() && kept.get(place).assertions().isEmpty());
        if (!result.polluters().isEmpty()) {
            dropPolluters(result.polluters());
            return false;
        }
        List<Set<Integer>> covers = result.covered() == null
                ? kept.stream().<Set<Integer>>map(test -> new TreeSet<>(test.covers())).toList()
                : result.covered();
        if (!result.failing().isEmpty()) {
            boolean time = hasTime();
            if (!time) {
                measured = new TreeMap<>();
                IntStream.range(0, kept.size()).forEach(i -> measured.put(places.get(i), covers.get(i)));
            }
            weaken(result.failing(), Set.of(), time ? Kept::weaker : Kept::withoutAssertions, method -> FAILS);
            return false;
        }
        settle(covers);
        return true;
    }

    /** What tests cover is known, and hardly any is another than before. */
    private boolean passesAgain(SuiteRuns runs) {
        Set<Integer> failing = runs.failingAgain();
        if (!failing.isEmpty()) {
            weaken(failing, failing, UnaryOperator.identity(), method -> FAILS);
            return false;
        }
        settle(places.stream().map(measured::get).toList());
        return true;
    }

    private void settle(List<Set<Integer>> covers) {
        coveredBy = covers;
        coveredBy.forEach(covered::addAll);
    }
}
