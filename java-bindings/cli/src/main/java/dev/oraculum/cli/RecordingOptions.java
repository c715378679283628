package dev.oraculum.cli;

import dev.oraculum.api.PlannedRecording;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options by which test runs of a build take the place of runs of ours. */
final class RecordingOptions {
    private static final int TEST_CLASSES_SHOWN = 5;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--plan-recording", paramLabel = "DIR", order = 24,
            description = "Run nothing: write into DIR what the tests of your build are to record when they run next"
                    + " (docs/guide/junit.md).")
    Path planned;

    @Option(names = "--recorded", paramLabel = "DIR", order = 24,
            description = "Run no tests: take what those of your build have recorded into DIR, by what --plan-recording wrote there.")
    Path recorded;

    /** @throws picocli.CommandLine.ParameterException both are given */
    void check() {
        if (planned != null && recorded != null) {
            throw Usage.wrong(spec, "--plan-recording is for the command before the tests run, --recorded for the one behind; give either");
        }
        if (planned != null) {
            OutputFiles.checkFolder("--plan-recording", planned);
        }
    }

    /** @param subjects what is recorded, one and many */
    void print(PlannedRecording plan, String one, String many, Console console) {
        console.line("planned   " + plan.subjects() + " " + (plan.subjects() == 1 ? one : many) + ", in " + plan.folder());
        if (plan.removed() > 0) {
            console.line("removed   " + plan.removed() + " earlier " + (plan.removed() == 1 ? "recording" : "recordings"));
        }
        List<String> tests = plan.testClasses();
        int more = tests.size() - TEST_CLASSES_SHOWN;
        console.line("tests     " + String.join(", ", tests.subList(0, Math.min(TEST_CLASSES_SHOWN, tests.size())))
                + (more > 0 ? " and " + more + " more" : ""));
        console.line("next      run them in your build, best twice, with oraculum-junit on their class path and in their JVM");
        console.line("            -javaagent:PATH/oraculum-junit-agent-VERSION.jar=record=" + plan.folder().toAbsolutePath().normalize());
        console.line("          then this command with --recorded " + plan.folder() + " in place of --plan-recording");
    }
}
