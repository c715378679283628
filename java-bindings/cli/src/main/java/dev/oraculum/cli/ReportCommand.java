package dev.oraculum.cli;

import dev.oraculum.api.report.Findings;
import dev.oraculum.api.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
        customSynopsis = {
            "oraculum report --output FILE [OPTION]... JSON...",
            "       oraculum report [--sarif FILE] [--badge FILE] [OPTION]... JSON..."
        },
        description = {
            "Write results as one HTML page, for people.",
            "",
            "Takes the files that `improve`, `infer`, `rank`, `select`, `check` and `generate` wrote with --json; it knows them by their "
                    + "content. The page needs no other file, no network and no JavaScript.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:what was asked for was written",
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

    @Option(names = {"--output", "-o"}, paramLabel = "FILE", order = 1, description = "The page to write.")
    private Path output;

    @Option(names = "--sarif", paramLabel = "FILE", order = 4,
            description = "Write what is to be looked at as SARIF 2.1.0, for code review tools: unsafe assertions of rank, mismatches of"
                    + " check, broken contracts and surviving mutants of generate.")
    private Path sarif;

    @Option(names = "--sources", paramLabel = "CP", order = 5, split = ":",
            description = "With --sarif: folders that hold the package folders of sources, which files are named below.")
    private List<Path> sources = List.of();

    @Option(names = "--badge", paramLabel = "FILE", order = 6,
            description = "Write a badge for the first page of a project, as SVG: whether the oracle holds, how many mutants the tests"
                    + " kill, how many assertions were improved.")
    private Path badge;

    @Option(names = "--force", order = 2,
            description = "Write over a file that is there, instead of stopping; never over one of the results.")
    private boolean force;

    @Option(names = "--open", order = 3, description = "Show the page in the browser.")
    private boolean open;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Override
    public Integer call() {
        Map<String, Path> outputs = new LinkedHashMap<>();
        outputs.put("--output", output);
        outputs.put("--sarif", sarif);
        outputs.put("--badge", badge);
        outputs.values().removeIf(Objects::isNull);
        if (outputs.isEmpty()) {
            throw Usage.wrong(spec, "say what to write: --output, --sarif or --badge");
        }
        if (open && output == null) {
            throw Usage.wrong(spec, "--open shows the page: name its file in --output");
        }
        outputs.forEach(OutputFiles::check);
        for (Path file : files) {
            Usage.requireFile(spec, "result", file);
        }
        outputs.forEach(this::requireFree);
        Console console = consoleOptions.console(spec.commandLine());
        if (output != null) {
            writePage(console);
        }
        Findings findings = sarif == null && badge == null ? null : Findings.of(files);
        if (sarif != null) {
            OutputFiles.write(sarif, findings.sarif(sources));
            console.line("sarif     " + sarif + ": " + findings.count() + (findings.count() == 1 ? " finding" : " findings"));
        }
        if (badge != null) {
            OutputFiles.write(badge, findings.badge());
            console.line("badge     " + badge);
        }
        return ExitCode.REPORTED;
    }

    private void requireFree(String option, Path file) {
        if (files.stream().anyMatch(result -> isSame(result, file))) {
            throw Usage.wrong(spec, option + " " + file + " is one of the results: nothing was written; name another file");
        }
        if (Files.exists(file) && !force) {
            throw Usage.wrong(
                    spec, file + " is there already: nothing was written; choose another " + option + ", or --force to write over it");
        }
    }

    private void writePage(Console console) {
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
