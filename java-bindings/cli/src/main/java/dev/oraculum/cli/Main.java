package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;

/** The entry point of the command line. */
@Command(
        name = "oraculum",
        versionProvider = Version.class,
        description = "Trustworthy test oracles for JVM projects.",
        subcommands = {
            ImproveCommand.class,
            SelectCommand.class,
            InferCommand.class,
            RankCommand.class,
            CheckCommand.class,
            GenerateCommand.class,
            ExportStatesCommand.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:improved, or already perfect; selected; inferred; no unsafe assertion; no mismatch; tests written",
            "1:no improvement found; nothing to select; no invariant; unsafe assertions; mismatches; no test",
            "2:the command line, the assertion or a file named there is wrong",
            "3:the project under test could not be run",
            "4:internal error",
            "5:many methods: gone through, but some ended by an internal error",
            "128 and the number of the signal:ended by SIGINT, SIGTERM or SIGHUP, with what was finished written"
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  oraculum improve --classpath target/classes --tests target/test-classes:junit.jar \\",
            "      --method 'pkg.Calc#min(int,int)'",
            "",
            "`oraculum help improve` explains every option."
        })
public final class Main implements Runnable {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Show version, engine build and CPU kernels.")
    private boolean version;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    public static void main(String[] args) {
        Signals.interrupt(Thread.currentThread());
        Oraculum.sweep();
        System.exit(Signals.exitCode(run(args)));
    }

    /** Runs one command and returns the process's exit code ({@link ExitCode}). */
    static int run(String... args) {
        try {
            return execute(args);
        } catch (Error e) {
            return Failures.crashed(e);
        }
    }

    private static int execute(String... args) {
        return commandLine().execute(args);
    }

    /** The commands with their options and their help. */
    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpWidth(Terminal.helpColumns())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(Main::asTyped)
                .setParameterExceptionHandler(Failures::badUsage)
                .setExecutionExceptionHandler(Failures::failed)
                .setExitCodeExceptionMapper(Failures::exitCode);
    }

    /** Help shows the default of a choice as a user writes it, not as Java does; null: the option's own. */
    private static String asTyped(ArgSpec option) {
        return option.initialValue() instanceof Enum<?> choice ? choice.name().toLowerCase(Locale.ROOT).replace('_', '-') : null;
    }

    @Override
    public void run() {
        PrintWriter err = spec.commandLine().getErr();
        spec.commandLine().usage(err);
        throw new CommandLine.ParameterException(spec.commandLine(), "name a command");
    }
}
