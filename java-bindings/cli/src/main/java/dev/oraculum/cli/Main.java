package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;

/** The entry point of the command line. */
@Command(
        name = "oraculum",
        versionProvider = Version.class,
        description = "Trustworthy test oracles for JVM projects.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:improved, or already perfect; selected; inferred; no unsafe assertion; no mismatch; tests or report written",
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
    /** In the order of the help. A command is made by {@link #commandLine}, not by an annotation of this class, which would make all. */
    private static final Map<String, Class<?>> COMMANDS = inOrder(
            Map.entry("improve", ImproveCommand.class),
            Map.entry("select", SelectCommand.class),
            Map.entry("infer", InferCommand.class),
            Map.entry("rank", RankCommand.class),
            Map.entry("check", CheckCommand.class),
            Map.entry("generate", GenerateCommand.class),
            Map.entry("merge", MergeCommand.class),
            Map.entry("report", ReportCommand.class),
            Map.entry("export-states", ExportStatesCommand.class),
            Map.entry("juge", JugeCommand.class),
            Map.entry("help", CommandLine.HelpCommand.class));

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
            return commandLine(needed(args)).execute(args);
        } catch (Error e) {
            return Failures.crashed(e);
        }
    }

    /** The same in a JVM that goes on, with streams of its own. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine(needed(args)).setOut(out).setErr(err).execute(args);
    }

    /** What follows a command's name is that command's. To make the others too would be most of what a start takes. */
    static Set<String> needed(String... args) {
        boolean one = args.length > 0 && COMMANDS.containsKey(args[0]) && !args[0].equals("help");
        return one ? Set.of(args[0]) : COMMANDS.keySet();
    }

    /** The commands with their options and their help. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS.keySet());
    }

    static CommandLine commandLine(Set<String> names) {
        CommandLine line = new CommandLine(new Main());
        names.forEach(name -> line.addSubcommand(name, COMMANDS.get(name)));
        return line
                .setHelpFactory(Main::help)
                .setUsageHelpWidth(Terminal.helpColumns())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(Main::asTyped)
                .setParameterExceptionHandler(Failures::badUsage)
                .setExecutionExceptionHandler(Failures::failed)
                .setExitCodeExceptionMapper(Failures::exitCode);
    }

    /** The texts of settings are read when they are shown. */
    private static CommandLine.Help help(CommandLine.Model.CommandSpec command, CommandLine.Help.ColorScheme colours) {
        return new CommandLine.Help(SettingTexts.addTo(command), colours);
    }

    @SafeVarargs
    private static Map<String, Class<?>> inOrder(Map.Entry<String, Class<?>>... commands) {
        Map<String, Class<?>> all = new LinkedHashMap<>();
        for (Map.Entry<String, Class<?>> command : commands) {
            all.put(command.getKey(), command.getValue());
        }
        return Collections.unmodifiableMap(all);
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
