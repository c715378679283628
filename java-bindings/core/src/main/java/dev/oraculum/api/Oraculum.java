package dev.oraculum.api;

import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.oracle.RecordReport;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.seed.Explain;
import dev.oraculum.api.seed.ExplainReport;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.internal.TemporaryFolders;
import dev.oraculum.pipeline.ImproveJob;
import dev.oraculum.pipeline.InferJob;
import dev.oraculum.pipeline.RecordingFolder;
import dev.oraculum.pipeline.Shards;
import dev.oraculum.pipeline.StatesJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Whole jobs, from a project to a result. A job is a {@link Request}: a {@link Project}, and what one capability adds to it. The command
 * line does nothing else; for evidence of another origin see {@link Engine}.
 *
 * <pre>{@code
 * Project project = Project.of(List.of(classes), List.of(testClasses));
 * Improve request = Improve.of(project, "pkg.C#min(int,int)").withSearch(ImproveRequest.defaults().withSeed(1));
 * ImproveReport report = Oraculum.improve(request, JobListener.NONE).report();
 * System.out.println(report.improved().java());
 * }</pre>
 *
 * <p>Every method works in the thread that calls it, and several threads may call at the same time: jobs share nothing but the folder for
 * temporary files, and an evidence file belongs to one job at a time, which others are told. Interrupting the thread cancels its job:
 *
 * <pre>{@code
 * Thread job = new Thread(() -> Oraculum.infer(Infer.of(project, MethodSelection.ofClass("pkg.C")), JobListener.NONE));
 * job.start(); job.interrupt();
 * }</pre>
 */
public final class Oraculum {
    private Oraculum() {}

    /**
     * Splits a class path as the {@code java} launcher does: by the platform's path separator, {@code dir/*} standing for the jars of
     * that folder, in name order. Empty parts are left out.
     *
     * @throws ProjectException a folder cannot be listed
     * @throws java.nio.file.InvalidPathException a part is no path on this system
     */
    public static List<Path> classPath(String text) {
        try {
            return ClassPath.split(text);
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }

    /** Removes what killed runs of this user have left in the folder for temporary files; so does the first job of a JVM that needs one. */
    public static void sweep() {
        try {
            TemporaryFolders.sweep();
        } catch (IOException e) {
            // A job that needs a temporary folder will say so.
        }
    }

    /**
     * Improves the assertion of a method with the tests of its project. Interrupting the thread ends it: during the search with the best
     * result so far, else with {@link java.util.concurrent.CancellationException}; evidence in a file stays for a later run to resume.
     *
     * @throws IllegalArgumentException the method's notation, the assertion or a setting is wrong
     * @throws ProjectException the project cannot be worked on as asked
     * @throws OraculumException a file cannot be read or written, or a fault of ours
     */
    public static ImproveResult improve(Improve request, JobListener listener) {
        return request.run(listener);
    }

    /** Only collects the evidence, and writes it as JSON lines for {@link #improveStates}; throws as {@link #improve} does. */
    public static void exportStates(Improve request, Path output, JobListener listener) {
        ImproveJob.exportStates(request, output, listener);
    }

    /**
     * Improves the assertions of many methods, several at a time, each as {@link #improve} does from {@code true}. What goes wrong with a
     * method is a row of the report and not the end. Interrupting the thread ends it within seconds with a report of what is finished:
     * searches under way end with the best that they have, all other methods are {@link MethodOutcome#INTERRUPTED}, and the thread's
     * interrupt flag stays set; if nothing is finished, with {@link java.util.concurrent.CancellationException}. What is in the evidence
     * folder stays for a later run to resume.
     *
     * @throws IllegalArgumentException a setting is wrong, or the evidence folder has files and is not to be resumed
     * @throws ProjectException the class path cannot be read, or nothing is selected
     */
    public static BatchReport improveAll(ImproveAll request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Writes the evidence of a file as JSON lines.
     *
     * @param evidence an evidence file of {@link Improve#evidence}
     */
    public static void exportStates(Path evidence, Path output) {
        try (Engine engine = Engine.open(EngineOptions.file(evidence, OpenMode.EXISTING))) {
            engine.evidence().exportStates(output);
        }
    }

    /**
     * Selects the variables that are worth asserting on (SODS). Reads class files only: nothing of the project is run.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException a class, package or test class is not on the class path, or an entry of it cannot be read
     */
    public static SelectReport select(Select request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Records what selected data are given while tests run, in two JVMs and twice in each; what is not always the same is left out.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException a test class is missing or has no tests, no test passes, or the JVM does not survive them
     */
    public static RecordReport record(RecordOracle request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Runs the tests of an oracle file on this version of the code and compares.
     *
     * @throws IllegalArgumentException the oracle file is missing or damaged
     * @throws ProjectException none of its tests is there, or the JVM does not survive them
     */
    public static CheckReport check(Check request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Infers likely invariants of methods from runs of their tests on the unchanged program.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException the project cannot be run; a method that no test reaches is a row of the report, unless it is the only one
     */
    public static InferReport infer(Infer request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Infers likely invariants of Daikon's traces.
     *
     * @param declarations files of declarations; may be empty, if the traces have their own
     * @param threads of the engine; 0: one per processor
     * @throws IllegalArgumentException a file is not in the format; the message has its line
     * @throws OraculumException a file cannot be read
     */
    public static InferReport inferTraces(List<Path> declarations, List<Path> traces, InferSettings settings, int threads) {
        return InferJob.inferTraces(declarations, traces, settings, threads);
    }

    /**
     * Plans what a test run of the build is to record for {@link #infer}. The tests then run as they always do, in JVMs with the argument
     * {@code -javaagent:oraculum-junit-agent.jar=record=FOLDER} (docs/guide/junit.md), and {@link Infer#withRecorded} takes what they
     * leave. Two runs tell what differs from run to run, as our own two do. Earlier recordings in the folder are removed.
     *
     * @param folder is made where it does not exist
     * @throws ProjectException the project cannot be worked on as asked
     * @throws OraculumException the folder cannot be written to
     */
    public static PlannedRecording planRecording(Infer request, Path folder) {
        return RecordingFolder.plan(request, folder);
    }

    /**
     * The same for {@link #select} and {@link #record} of what it selects: values of all data that tests may reach, since what they execute
     * weighs in the selection, and the calls of the tests.
     *
     * @param kept of one datum in one test, how many values are kept, as {@link RecordOracle#kept} will say
     * @throws ProjectException a class or test class is not on the class path, or an entry of it cannot be read
     * @throws OraculumException the folder cannot be written to
     */
    public static PlannedRecording planRecording(Select request, int kept, Path folder) {
        return RecordingFolder.plan(request, kept, folder);
    }

    /**
     * Ranks the assertions of generated tests by how probably they are wrong (ZoomIn): which of them depend on values that are unusual
     * for the class's manual tests.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException the class or a test class is not on the class path, a suite cannot be run, none of its tests passes or
     *     executes the class, or there is no assertion
     */
    public static RankReport rank(Rank request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Generates JUnit tests of a class: a search for tests that reach its branches (DynaMOSA), made short, with what calls returned
     * asserted; what does not compile, or does not pass every time, is left out.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException the class is not on the class path or cannot be read, or the JVM does not survive it
     */
    public static GenerateReport generate(Generate request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Generates JUnit tests of many classes, several at a time, each as {@link #generate} does. What goes wrong with a class is a row of
     * the report and not the end. Interrupting the thread ends it within seconds with a report of what is finished: the other classes are
     * {@link ClassOutcome#INTERRUPTED}, and the thread's interrupt flag stays set; if nothing is finished, with {@link
     * java.util.concurrent.CancellationException}. Files that are written stay, and a later run can leave their classes out.
     *
     * @throws IllegalArgumentException a setting is wrong, or files are there already that must not be
     * @throws ProjectException the class path cannot be read, a named class is not on it, or nothing is selected
     */
    public static GenerateAllReport generateAll(GenerateAll request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Makes one result of those of all shards of a run: that of a run that was not divided, byte by byte but for times.
     *
     * @param files what {@link BatchReport#toJson} and {@link GenerateAllReport#toJson} of each shard say, in any order
     * @throws IllegalArgumentException a file is no result of a shard, shards are of different runs, or one is missing or there twice
     * @throws OraculumException a file cannot be read
     */
    public static MergedResult merge(List<Path> files) {
        return Shards.merge(files);
    }

    /**
     * Explains what the branches of a line look at: object construction graphs, and the tests with slots that build what is in them
     * (EvoObj). Reads class files only: nothing of the project is run.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException the class is not on the class path or cannot be read, or the line has no branch
     */
    public static ExplainReport explain(Explain request, JobListener listener) {
        return request.run(listener);
    }

    /**
     * Improves an assertion on states from a file, without a project.
     *
     * @param states JSON lines (docs/formats.md, "States as JSON lines")
     * @param settings which of them become evidence; what it says of recording does not matter here
     * @param threads threads of the search; 0: one per processor
     * @throws IllegalArgumentException the file, the assertion or a setting is wrong; a corrupt line is named with line and column
     */
    public static ImproveResult improveStates(
            Path states, StateSettings settings, ImproveRequest search, int threads, JobListener listener) {
        return StatesJob.improve(states, settings, search, threads, listener);
    }

    /** The same with the default settings of states. */
    public static ImproveResult improveStates(Path states, ImproveRequest search, int threads, JobListener listener) {
        return improveStates(states, StateSettings.DEFAULT, search, threads, listener);
    }
}
