package dev.oraculum.api;

import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.Progress;
import dev.oraculum.api.improve.ProgressListener;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.program.CallGraph;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.program.Effects;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.api.rank.RankPlan;
import dev.oraculum.api.rank.RankRun;
import dev.oraculum.api.rank.RankTest;
import dev.oraculum.api.rank.Ranking;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.api.settings.SettingsSchema;
import dev.oraculum.internal.EngineSession;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.NativeEngine;
import dev.oraculum.internal.NativeLibrary;
import dev.oraculum.internal.Requests;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.ObjectConstructionGraph;
import dev.oraculum.spi.SeedTemplate;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The engine: evidence in, assertions out. Opened with {@link #open}, closed with {@link #close} (or, if that is forgotten, when it becomes
 * unreachable). Safe for use by several threads; one search runs at a time.
 */
public final class Engine implements AutoCloseable {
    final EngineSession session;
    private final Evidence evidence;

    private Engine(EngineSession session) {
        this.session = session;
        this.evidence = new Evidence(session);
    }

    /**
     * Opens an engine.
     *
     * @throws IllegalArgumentException the evidence file exists and the mode does not allow it, or it is no evidence file, damaged, or of
     *     another version
     * @throws OraculumException the native library cannot be loaded, or the file cannot be read or written
     */
    public static Engine open(EngineOptions options) {
        return new Engine(EngineSession.open(Requests.Open.of(options)));
    }

    /** The native library behind every engine of this JVM. */
    public static EngineInfo info() {
        NativeLibrary.load();
        return Json.decode(NativeEngine.info(), EngineInfo.class);
    }

    public Evidence evidence() {
        return evidence;
    }

    /**
     * Parses and types an assertion against the schema; needs no states.
     *
     * @throws IllegalArgumentException it does not parse, has an unknown variable or is not boolean; the message points at the place
     */
    public AssertionText check(String assertion) {
        return call("check", new Requests.AssertionOf(assertion), AssertionText.class);
    }

    /**
     * Checks the settings of a search; needs no schema.
     *
     * @throws IllegalArgumentException a setting is out of its range, or two contradict each other; the message names them, with the range
     */
    public void check(ImproveRequest request) {
        call("checkSettings", Requests.CheckSettings.of(request), Requests.Done.class);
    }

    /** Every setting there is: the truth that {@link SettingsSchema#get} is a copy of. */
    public SettingsSchema settings() {
        return call("settings", new Requests.Nothing(), SettingsSchema.class);
    }

    /**
     * Evaluates an assertion on all states.
     *
     * @throws IllegalArgumentException as {@link #check}; also where it uses a variable that the evidence left out
     */
    public ScoredAssertion evaluate(String assertion) {
        return call("evaluate", new Requests.AssertionOf(assertion), ScoredAssertion.class);
    }

    /**
     * What each clause of an assertion is good for, in its order; none for {@code true} and {@code false}.
     *
     * @throws IllegalArgumentException as {@link #evaluate}
     */
    public List<Clause> clauses(String assertion) {
        return call("clauses", new Requests.AssertionOf(assertion), Requests.Clauses.class).clauses();
    }

    /**
     * Searches for a better assertion by co-evolution (GAssert, section 3) on the calling thread's time. Interrupting the thread, {@link
     * #cancel} or a listener that returns false end it with the best assertion so far and {@link
     * StopReason#CANCELLED}; the thread's interrupt flag stays set.
     *
     * @param listener hears of progress on the calling thread; null: nobody listens
     * @throws IllegalArgumentException the assertion is wrong, a setting out of range, or the evidence has no correct state
     */
    public Improvement improve(ImproveRequest request, ProgressListener listener) {
        byte[] bytes = Json.encode("improve", Requests.Improve.of(request));
        NativeEngine.ProgressSink sink = listener == null
                ? null
                : (generation, bestFn, bestSize, evaluations, millis) ->
                        listener.onProgress(new Progress(generation, bestFn, bestSize, evaluations, millis));
        return Json.decode(session.withHandle(handle -> NativeEngine.improve(handle, bytes, sink)), Improvement.class);
    }

    /**
     * Adds a class to the program that {@link #select} is about.
     *
     * @param facts the class's record (docs/formats.md, "Program facts")
     * @throws IllegalArgumentException the record is corrupt: nothing of it is kept
     * @throws IllegalStateException the program was asked about already
     */
    public void addClass(byte[] facts) {
        session.withHandle(h -> {
            NativeEngine.addClass(h, facts);
            return 0;
        });
    }

    /**
     * The call graph of the classes that were added.
     *
     * @param testClasses internal names of the test classes that execution begins in; null: any client of the analysed classes
     * @throws IllegalArgumentException a test class was not added
     */
    public CallGraph callGraph(List<String> testClasses, CallGraphAlgorithm algorithm) {
        return call("callGraph", new Requests.CallGraphOf(testClasses, algorithm), CallGraph.class);
    }

    /**
     * What methods of the classes that were added may read and write, themselves or by what they call.
     *
     * @param methods {@code pkg/Class.name(descriptor)}
     * @param testClasses internal names of the test classes that execution begins in; null: any client of the analysed classes
     * @throws IllegalArgumentException a method or a test class was not added
     */
    public Effects effects(List<String> methods, List<String> testClasses, CallGraphAlgorithm algorithm) {
        return call("effects", new Requests.EffectsOf(methods, testClasses, algorithm), Effects.class);
    }

    /**
     * What a branch of the classes that were added looks at, and how to build it (EvoObj).
     *
     * @throws IllegalArgumentException the branch was not added, is ambiguous (the message lists the choice), or no test gets there
     */
    public ObjectConstructionGraph constructionGraph(Branch branch, SeedSettings settings) {
        return call("constructionGraph", new Requests.ConstructionGraphOf(branch, settings), ObjectConstructionGraph.class);
    }

    /**
     * A test with slots that builds what a branch looks at (EvoObj).
     *
     * @param seed the same seed gives the same template; another one draws other setters, subclasses and values; not negative
     * @throws IllegalArgumentException as {@link #constructionGraph}
     */
    public SeedTemplate seedTemplate(Branch branch, SeedSettings settings, long seed) {
        return call("seedTemplate", new Requests.SeedTemplateOf(branch, settings, seed), SeedTemplate.class);
    }

    /**
     * Selects oracle data of the classes that were added (SODS).
     *
     * @param testClasses internal names of the test classes that the selection is for; null: for any client
     * @param graph whether the answer holds all chains
     * @throws IllegalArgumentException a test class was not added
     */
    public Selection select(SelectSettings settings, List<String> testClasses, boolean graph) {
        return select(settings, testClasses, null, graph);
    }

    /**
     * The same by what tests were seen to execute.
     *
     * @param executed of each test, the data that it defines, as places in {@link Selection#data} of an answer for the same classes and
     *     test classes; null: not known
     * @throws IllegalArgumentException there is no datum at such a place
     */
    public Selection select(SelectSettings settings, List<String> testClasses, List<List<Integer>> executed, boolean graph) {
        return call("select", new Requests.Select(settings, testClasses, executed, graph), Selection.class);
    }

    /**
     * Infers likely invariants of the correct states.
     *
     * @throws IllegalArgumentException a setting is out of range
     */
    public Inference infer(InferSettings settings) {
        return call("infer", Requests.Infer.ofStates(settings), Inference.class);
    }

    /**
     * Infers likely invariants of Daikon's files; needs no evidence.
     *
     * @param declarations may be empty, if the traces have their own
     * @throws IllegalArgumentException a file is missing, no regular file or not in the format, or has more than the settings allow; the
     *     message has file and line
     * @throws OraculumException a file cannot be read
     */
    public Inference inferTraces(List<Path> declarations, List<Path> traces, InferSettings settings) {
        return call("infer", Requests.Infer.ofTraces(declarations, traces, true, settings), Inference.class);
    }

    /**
     * Likely invariants of a file that {@link #writeTrace} left: as {@link #inferTraces}, but that an object is the same in two samples is
     * never said.
     */
    public Inference inferWritten(Path trace, InferSettings settings) {
        return call("infer", Requests.Infer.ofTraces(List.of(), List.of(trace), false, settings), Inference.class);
    }

    /**
     * Writes the correct states as a trace of Daikon's: the entry and the exit of the method, a sample for each state.
     *
     * @param append whether what is in the file stays
     * @throws OraculumException the file cannot be written
     */
    public void writeTrace(Path file, boolean append) {
        call("writeTrace", new Requests.WriteTrace(file, append), Requests.Done.class);
    }

    /**
     * Begins a ranking, in place of the one that this engine had.
     *
     * @throws IllegalArgumentException the plan has no methods, or a schema is wrong
     */
    public void openRanking(RankPlan plan) {
        call("openRanking", plan, Requests.Done.class);
    }

    /**
     * Appends whole invocation records (docs/formats.md, "Invocation records"), from the buffer's position to its limit, which is its
     * position afterwards. Records of one test come in the order in which they were written; tests in any order, from any thread. A heap
     * buffer is copied once more.
     *
     * @param firstTest is added to the tests that the records name: their places in the run's list of tests
     * @return the number of records in the batch
     * @throws IllegalArgumentException a record is truncated or wrong (the message says which and why): nothing of the batch is kept; or
     *     there is no more room
     * @throws IllegalStateException no ranking was begun, or its anomalies were detected already
     */
    public long appendInvocations(RankRun run, int firstTest, ByteBuffer records) {
        ByteBuffer batch = EngineSession.direct(records);
        long count = session.withHandle(h -> NativeEngine.appendInvocations(h, run.ordinal(), firstTest, batch, batch.position(),
                batch.remaining()));
        records.position(records.limit());
        return count;
    }

    /**
     * Infers the constraints of the manual run and finds the values of the generated run that violate them (ZoomIn, section 3.1). May be
     * repeated, with other settings; the flow is then forgotten.
     *
     * @throws IllegalArgumentException a record names a test that is not in its list, or a test has an invocation twice
     * @throws IllegalStateException no ranking was begun
     */
    public Anomalies detectAnomalies(List<RankTest> manualTests, List<RankTest> generatedTests, RankSettings settings) {
        return call("detectAnomalies", new Requests.DetectAnomalies(manualTests, generatedTests, settings), Anomalies.class);
    }

    /**
     * Adds which anomalies reached the assertions of some generated tests. More of one site and test is united.
     *
     * @throws IllegalArgumentException a test is unknown, or an anomaly is none of it: nothing is added
     * @throws IllegalStateException no anomalies were detected
     */
    public void addFlow(List<FlowOfTest> tests) {
        call("addFlow", new Requests.AddFlow(tests), Requests.Done.class);
    }

    /**
     * Ranks assertions (ZoomIn, section 3.3). May be repeated, with other settings.
     *
     * @throws IllegalArgumentException the settings keep violations that {@link #detectAnomalies} was not told to follow (the setting
     *     {@code allAnomalies}), or the flow names a site that is not listed
     * @throws IllegalStateException no anomalies were detected
     */
    public Ranking rank(List<AssertionSite> sites, RankSettings settings) {
        return call("rank", new Requests.Rank(sites, settings), Ranking.class);
    }

    /** Ends the search that is running, if any, from any thread. */
    public void cancel() {
        session.withHandle(h -> {
            NativeEngine.cancel(h);
            return 0;
        });
    }

    /** Closes the engine; a search that is running ends as if cancelled. What is not finished is forgotten. Closing again does nothing. */
    @Override
    public void close() {
        session.close();
    }

    /**
     * Asks the engine for an operation by its name. Methods of this class are for people; this is for capabilities that have none
     * (CONTRIBUTING.md, "A capability").
     *
     * @param request written as JSON
     * @param result what the answer is read as; a field that it does not have is refused
     * @throws IllegalArgumentException there is no such operation, or the request is wrong
     * @throws IllegalStateException the engine is closed, or something else must be done first
     */
    public <T> T call(String operation, Object request, Class<T> result) {
        return session.call(operation, request, result);
    }
}
