package dev.oraculum.cli;

import dev.oraculum.api.MergedResult;
import dev.oraculum.api.Oraculum;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oraculum merge}. */
@Command(
        name = "merge",
        sortOptions = false,
        customSynopsis = "oraculum merge --json FILE [OPTION]... JSON...",
        description = {
            "Make one result of those of all shards of a run.",
            "",
            "Takes the files that `improve` or `generate` wrote with --shard and --json. What it writes is the result of a run without"
                    + " --shard, byte by byte but for times.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the result was written",
            "2:the command line or a file named there is wrong, a shard is missing or there twice, or shards are of different runs",
            "4:internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  On two machines, and then on one:",
            "    oraculum improve --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --package pkg \\",
            "        --shard 1/2 --json 1.json",
            "    oraculum improve --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --package pkg \\",
            "        --shard 2/2 --json 2.json",
            "    oraculum merge --json all.json 1.json 2.json",
        })
final class MergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "JSON", arity = "1..*", description = "Results of shards as JSON, in any order.")
    private List<Path> files;

    @Option(names = "--json", paramLabel = "FILE", required = true, order = 1, description = "The result to write.")
    private Path json;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Override
    public Integer call() {
        OutputFiles.check("--json", json);
        for (Path file : files) {
            Usage.requireFile(spec, "result", file);
        }
        Console console = consoleOptions.console(spec.commandLine());
        MergedResult merged = Oraculum.merge(files);
        OutputFiles.write(json, merged.json());
        console.line("merged    " + json + ": " + Console.count(merged.shards(), "shard") + " of " + merged.classes()
                + (merged.classes() == 1 ? " class" : " classes"));
        return ExitCode.MERGED;
    }
}
