package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.settings.StateSettings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oraculum export-states}. */
@Command(
        name = "export-states",
        sortOptions = false,
        description = {
            "Write the evidence of a method, its correct and incorrect states, as JSON lines.",
            "",
            "From the evidence file of an earlier run (--evidence alone), or by running the tests of a project as `improve` does.",
            "",
        },
        footerHeading = "%nExample:%n",
        footer = "  oraculum export-states --evidence run.db --output states.jsonl")
final class ExportStatesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ProjectOptions projectOptions;

    @Mixin
    private MutationOptions mutationOptions;

    @Mixin
    private StateOptions stateOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Option(names = {"--output", "-o"}, paramLabel = "FILE", required = true, order = 30, description = "The file to write.")
    private Path output;

    @Override
    public Integer call() {
        OutputFiles.check("--output", output);
        Console console = consoleOptions.console(spec.commandLine());
        if (projectOptions.anyGiven()) {
            OutputFiles.check("--evidence", mutationOptions.evidence());
            Oraculum.exportStates(
                    mutationOptions.applied(projectOptions.improve(ImproveRequest.defaults()))
                            .withStates(stateOptions.settings(StateSettings.defaults())),
                    output,
                    console.listener());
        } else if (mutationOptions.evidence() == null) {
            throw projectOptions.usage("give --evidence FILE of an earlier run, or a project with --classpath, --tests and --method");
        } else if (stateOptions.recordingOption() != null) {
            throw projectOptions.usage(stateOptions.recordingOption()
                    + " says what to record: the states of --evidence are recorded already");
        } else {
            Usage.requireFile(spec, "--evidence", mutationOptions.evidence());
            Oraculum.exportStates(mutationOptions.evidence(), output);
        }
        console.line("states written to " + output);
        return ExitCode.IMPROVED;
    }
}
