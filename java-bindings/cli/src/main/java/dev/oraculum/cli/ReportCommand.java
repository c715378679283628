package dev.oraculum.cli;

import dev.oraculum.api.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oraculum report}. */
@Command(
        name = "report",
        sortOptions = false,
        customSynopsis = "oraculum report --output FILE [OPTION]... JSON...",
        description = {
            "Write results as one HTML page, for people.",
            "",
            "Takes the files that `improve`, `infer`, `rank`, `select`, `check` and `generate` wrote with --json; it knows them by their "
                    + "content. The page needs no other file, no network and no JavaScript.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the page was written",
            "2:the command line or a file named there is wrong, or a file is there already",
            "4:internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  oraculum improve --classpath target/classes \\",
            "      --tests target/test-classes:junit.jar --class pkg.Calc --json calc.json",
            "  oraculum report --output report.html calc.json",
            "",
            "  Several results on one page, in place of the last one:",
            "    oraculum report --output report.html --force calc.json invariants.json",
        })
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "JSON", arity = "1..*", description = "Results as JSON, in the order of the page.")
    private List<Path> files;

    @Option(names = {"--output", "-o"}, paramLabel = "FILE", required = true, order = 1, description = "The page to write.")
    private Path output;

    @Option(names = "--force", order = 2,
            description = "Write over a file that is there, instead of stopping; never over one of the results.")
    private boolean force;

    @Option(names = "--open", order = 3, description = "Show the page in the browser.")
    private boolean open;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Override
    public Integer call() {
        OutputFiles.check("--output", output);
        for (Path file : files) {
            Usage.requireFile(spec, "result", file);
            if (isSame(file, output)) {
                throw Usage.wrong(
                        spec, "--output " + output + " is one of the results: nothing was written; name another file for the page");
            }
        }
        if (Files.exists(output) && !force) {
            throw Usage.wrong(
                    spec, output + " is there already: nothing was written; choose another --output, or --force to write over it");
        }
        Console console = consoleOptions.console(spec.commandLine());
        ReportPage page = ReportPage.of(files);
        OutputFiles.write(output, page.html());
        if (consoleOptions.isVerbose()) {
            page.parts().forEach(part ->
                    console.line(part.kind().name().toLowerCase(Locale.ROOT) + "  " + part.file() + ": " + part.summary()));
        }
        console.line("report    " + output + ": " + files.size() + (files.size() == 1 ? " result" : " results") + "; open it in a browser");
        if (open) {
            Browser.open(output).ifPresent(console::warning);
        }
        return ExitCode.REPORTED;
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            // What cannot be compared is found out when it is read.
            return false;
        }
    }
}
