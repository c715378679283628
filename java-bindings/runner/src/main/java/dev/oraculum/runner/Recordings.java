package dev.oraculum.runner;

import dev.oraculum.api.PlannedRecording;
import java.nio.file.Path;

/** What a job takes of the build's own test run, in place of a run of ours. */
final class Recordings {
    private Recordings() {}

    /** Folder with what tests recorded; null: the job runs them. */
    static Path recorded(Ask ask) {
        return ask.path("recorded");
    }

    /**
     * Folder of the plan of a recording, where the job is to make one and nothing else; null: it is not.
     *
     * @throws IllegalArgumentException a recording is to be planned and to be taken
     */
    static Path planned(Ask ask) {
        Path folder = ask.path("planRecording");
        if (folder != null && ask.path("recorded") != null) {
            throw new IllegalArgumentException(
                    "planRecording is for the run before the tests, recorded for the one behind them: give either");
        }
        return folder;
    }

    static void print(PlannedRecording plan, String one, String many, Said said) {
        said.line("planned: " + Jobs.count(plan.subjects(), one, many) + ", in " + plan.folder());
        if (plan.removed() > 0) {
            said.line("removed: " + Jobs.count(plan.removed(), "earlier recording", "earlier recordings"));
        }
        said.line("tests: " + String.join(", ", plan.testClasses()));
        said.line("next: run them in your build, best twice, with oraculum-junit on their class path and in their JVM");
        said.line("  -javaagent:PATH/oraculum-junit-agent-VERSION.jar=record=" + plan.folder());
        said.line("  then this again, with recorded in place of planRecording");
    }
}
