package dev.oraculum.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command about what it prints. */
final class ConsoleOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = {"--quiet", "-q"}, order = 40, description = "Print nothing but errors.")
    private boolean quiet;

    @Option(names = {"--verbose", "-v"}, order = 41, description = "Print all rows, and what was left out and why.")
    private boolean verbose;

    @Option(names = {"-h", "--help"}, usageHelp = true, order = 50, description = "Show this help.")
    private boolean help;

    boolean isVerbose() {
        return verbose;
    }

    Console console(CommandLine command) {
        if (quiet && verbose) {
            throw new ParameterException(spec.commandLine(), "--quiet and --verbose contradict each other");
        }
        return new Console(command.getOut(), command.getErr(),
                quiet ? Console.Detail.QUIET : verbose ? Console.Detail.VERBOSE : Console.Detail.NORMAL);
    }
}
