package dev.oraculum.cli;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a user sees of an exception: a message on standard error and an exit code; a stack trace only of our own faults. */
final class Failures {
    private static final Pattern CHOICES = Pattern.compile("\\[([A-Z_, ]+)] \\(case-insensitive\\)");
    /** As a shell reports a process that SIGINT ended. */
    private static final int INTERRUPTED = 130;
    private static final int DETAILS_SHOWN = 20;

    private Failures() {}

    static int badUsage(ParameterException e, String[] args) {
        StatusLine.endShown();
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("oraculum: " + Printable.lines(asTyped(e.getMessage()) + meant(e)));
        if (!UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("see `" + command.getCommandSpec().qualifiedName() + " --help`");
        }
        return ExitCode.BAD_USAGE;
    }

    /** picocli lists the values of an option as Java names them. */
    private static String asTyped(String message) {
        return CHOICES.matcher(String.valueOf(message)).replaceFirst(found -> found.group(1).toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** What of an option's values is near to the one given. */
    private static String meant(ParameterException e) {
        if (e.getArgSpec() == null || e.getValue() == null) {
            return e.getMessage() != null && e.getMessage().contains("InvalidPathException") ? Usage.encodingHint() : "";
        }
        Class<?> type = e.getArgSpec().type();
        if (!type.isEnum()) {
            return e.getMessage().contains("InvalidPathException") ? Usage.encodingHint() : "";
        }
        List<String> words = Arrays.stream(type.getEnumConstants()).map(value -> value.toString().toLowerCase(Locale.ROOT)).toList();
        return Usage.didYouMean(e.getValue(), words);
    }

    static int failed(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException usage) {
            return badUsage(usage, new String[0]);
        }
        StatusLine.endShown();
        PrintWriter err = command.getErr();
        if (Signals.received()) {
            err.println("oraculum: stopped before there was a result to write" + resumable(parsed));
            return INTERRUPTED;
        }
        err.println("oraculum: " + Printable.lines(e.getMessage() == null ? e.toString() : e.getMessage()));
        if (e instanceof ProjectException project) {
            project.details().stream().limit(DETAILS_SHOWN).forEach(detail -> err.println("  " + Printable.line(detail)));
            if (project.details().size() > DETAILS_SHOWN) {
                err.println("  .. and " + (project.details().size() - DETAILS_SHOWN) + " more");
            }
        }
        Problem problem = Problem.of(e);
        Remedies.of(problem, command.getCommandSpec()).ifPresent(err::println);
        if (explained(problem.code())) {
            err.println("more: docs/errors/" + page(problem.code()));
        }
        int code = exitCode(e);
        if (code == ExitCode.INTERNAL_ERROR && !isEnvironment(e)) {
            err.println("this is a fault of Oraculum, not of your project; what follows helps to find it:");
            e.printStackTrace(err);
        }
        return code;
    }

    /** The page of docs/errors about a kind of problem. */
    static String page(Problem.Code code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".md";
    }

    /** Whether its page says more than a message that knows what is wrong. */
    private static boolean explained(Problem.Code code) {
        return switch (code) {
            case INVALID_INPUT, PROJECT_UNUSABLE, CANCELLED, INTERNAL -> false;
            default -> true;
        };
    }

    private static String resumable(ParseResult parsed) {
        ParseResult command = parsed;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        return command.hasMatchedOption("--evidence")
                ? "; what was recorded is in " + command.matchedOption("--evidence").stringValues().get(0)
                        + ", and --resume goes on with it"
                : "";
    }

    /** An Error is not for a program to handle, but a user should see more than a stack trace. */
    static int crashed(Error e) {
        StatusLine.endShown();
        if (e instanceof OutOfMemoryError) {
            System.err.println("oraculum: out of memory; give more with ORACULUM_JAVA_OPTIONS=-Xmx4g");
        } else {
            System.err.println("oraculum: " + e);
            System.err.println("this is a fault of Oraculum or of its installation; what follows helps to find it:");
            e.printStackTrace();
        }
        return ExitCode.INTERNAL_ERROR;
    }

    /** Failures that are not the user's input and not a bug either: a missing library, a process that was killed. */
    private static boolean isEnvironment(Exception e) {
        return e instanceof OraculumException ours && ours.code() != OraculumException.Code.INTERNAL;
    }

    /** A file that is in use, may not be written, or has no room: the user can change that, as they can what is in it. */
    private static boolean isFile(Throwable e) {
        return e instanceof OraculumException ours && ours.code() == OraculumException.Code.IO;
    }

    static int exitCode(Throwable e) {
        if (e instanceof ProjectException) {
            return ExitCode.PROJECT_FAILED;
        }
        if (e instanceof IllegalArgumentException || e instanceof ParameterException || isFile(e)) {
            return ExitCode.BAD_USAGE;
        }
        return e instanceof CancellationException ? INTERRUPTED : ExitCode.INTERNAL_ERROR;
    }
}
