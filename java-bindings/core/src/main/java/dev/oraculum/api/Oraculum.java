package dev.oraculum.api;

import dev.oraculum.pipeline.ImproveJob;
import dev.oraculum.pipeline.StatesJob;
import java.nio.file.Path;

/**
 * Whole jobs, from a project to a result. The command line does nothing else; for evidence of another origin see {@link Engine}.
 *
 * <pre>{@code
 * ImproveProject project = ImproveProject.of(List.of(classes), List.of(testClasses), "pkg.C#min(int,int)")
 *         .withSearch(ImproveRequest.defaults().withSeed(1));
 * ImproveReport report = Oraculum.improve(project, ImproveListener.NONE).report();
 * System.out.println(report.improved().java());
 * }</pre>
 */
public final class Oraculum {
    private Oraculum() {}

    /**
     * Improves the assertion of a method with the tests of its project. Interrupting the thread ends it: during the search with the best result so far, else with
     * {@link java.util.concurrent.CancellationException}; evidence in a file stays for a later run to resume.
     *
     * @throws IllegalArgumentException the method's notation, the assertion or a setting is wrong
     * @throws ProjectException the project cannot be worked on as asked
     * @throws OraculumException a file cannot be read or written, or a fault of ours
     */
    public static ImproveResult improve(ImproveProject project, ImproveListener listener) {
        return ImproveJob.improve(project, listener);
    }

    /** Only collects the evidence, and writes it as JSON lines for {@link #improveStates}; throws as {@link #improve} does. */
    public static void exportStates(ImproveProject project, Path output, ImproveListener listener) {
        ImproveJob.exportStates(project, output, listener);
    }

    /**
     * Writes the evidence of a file as JSON lines.
     *
     * @param evidence an evidence file of {@link ImproveProject#evidence}
     */
    public static void exportStates(Path evidence, Path output) {
        try (Engine engine = Engine.open(EngineOptions.file(evidence, OpenMode.EXISTING))) {
            engine.evidence().exportStates(output);
        }
    }

    /**
     * Improves an assertion on states from a file, without a project.
     *
     * @param states JSON lines (docs/formats.md, "States as JSON lines")
     * @param threads threads of the search; 0: one per processor
     * @throws IllegalArgumentException the file, the assertion or a setting is wrong; a corrupt line is named with line and column
     */
    public static ImproveResult improveStates(Path states, ImproveRequest search, int threads, ImproveListener listener) {
        return StatesJob.improve(states, search, threads, listener);
    }
}
