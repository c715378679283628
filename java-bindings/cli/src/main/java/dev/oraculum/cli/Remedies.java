package dev.oraculum.cli;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Problem.Code;
import dev.oraculum.api.Setting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What a user of the command line is to do about a problem: the library says what is wrong, and names no option. */
final class Remedies {
    /** Options that stand for a setting; a command has one of them at most. {@code --set NAME} is the setting of that name. */
    private static final Map<Setting, List<String>> OPTIONS = new EnumMap<>(Map.ofEntries(
            Map.entry(Setting.CLASS_PATH, List.of("--classpath")),
            Map.entry(Setting.TESTS, List.of("--tests", "--manual-tests")),
            Map.entry(Setting.TEST_CLASSES, List.of("--test-class", "--manual-test-class")),
            Map.entry(Setting.EXCLUDE_FAILING_TESTS, List.of("--exclude-failing-tests")),
            Map.entry(Setting.JVM, List.of("--jvm")),
            Map.entry(Setting.SOURCES, List.of("--sources")),
            Map.entry(Setting.ENVIRONMENT, List.of("--env")),
            Map.entry(Setting.GENERATED_TESTS, List.of("--generated-tests")),
            Map.entry(Setting.GENERATED_TEST_CLASSES, List.of("--generated-test-class")),
            Map.entry(Setting.PACKAGES, List.of("--package")),
            Map.entry(Setting.CONSTRUCTORS, List.of("--constructors")),
            Map.entry(Setting.ORACLE, List.of("--oracle")),
            Map.entry(Setting.RECORDED, List.of("--recorded")),
            Map.entry(Setting.EXISTING, List.of("--resume")),
            Map.entry(Setting.MAX_STATES, List.of("--max-states")),
            Map.entry(Setting.MAX_BYTES, List.of("--evidence-memory")),
            Map.entry(Setting.MAX_UNIT_BYTES, List.of("--evidence-memory")),
            Map.entry(Setting.MAX_LINE_BYTES, List.of("--set maxLineBytes")),
            Map.entry(Setting.MAX_TRACE_BYTES, List.of("--set maxTraceBytes")),
            Map.entry(Setting.MAX_SAMPLE_BYTES, List.of("--set maxSampleBytes"))));

    private Remedies() {}

    /** One line; empty: there is nothing to say beyond the message. */
    static Optional<String> of(Problem problem, CommandSpec command) {
        List<String> ways = new ArrayList<>();
        if (problem.code() == Code.TESTS_FAIL || problem.code() == Code.NO_TEST_PASSES) {
            ways.add("repair the tests");
        }
        for (Setting setting : problem.settings()) {
            option(setting, command).map(option -> way(problem.code(), setting).replace("OPTION", option)).ifPresent(ways::add);
        }
        if (problem.code() == Code.ORACLE_UNUSABLE || problem.code() == Code.ORACLE_OUTDATED) {
            ways.add("record a new one with `oraculum select .. --tests .. --record`");
        }
        if (ways.isEmpty()) {
            return Optional.empty();
        }
        String last = ways.remove(ways.size() - 1);
        return Optional.of("what to do: " + (ways.isEmpty() ? "" : String.join(", ", ways) + ", or ") + last);
    }

    private static Optional<String> option(Setting setting, CommandSpec command) {
        return OPTIONS.get(setting).stream().filter(option -> command.findOption(option.split(" ")[0]) != null).findFirst();
    }

    /** What to do with the option of a setting. */
    private static String way(Code code, Setting setting) {
        return switch (setting) {
            case TEST_CLASSES, GENERATED_TEST_CLASSES -> switch (code) {
                case NO_TEST_CLASS -> "name the classes that test it with OPTION";
                case TESTS_NOT_LOADABLE -> "check OPTION";
                default -> "choose others with OPTION";
            };
            case EXCLUDE_FAILING_TESTS -> "leave them out with OPTION";
            case ENVIRONMENT -> "pass an environment variable that a test needs on with OPTION NAME";
            case JVM -> code == Code.JVM_UNUSABLE
                    ? "name the home of a JDK 17 or newer, or its java, with OPTION"
                    : "name a newer JVM with OPTION, or set JAVA_HOME to it";
            case GENERATED_TESTS -> switch (code) {
                case GENERATED_TESTS_FAIL -> "generate them again for this version of the code, or check what they need in OPTION";
                case GENERATOR_RUNTIME_MISSING -> "add it to OPTION";
                default -> "check OPTION";
            };
            case CONSTRUCTORS -> "take constructors too with OPTION";
            case CLASS_PATH -> code == Code.CLASS_OF_JDK ? "give the jar or folder of a class of your own with OPTION" : "check OPTION";
            case TESTS -> code == Code.ORACLE_TESTS_MISSING ? "give the jars and folders that have them with OPTION" : "check OPTION";
            case SOURCES -> code == Code.SOURCES_MISSING
                    ? "give the folder that holds the package folders (often src/main/java) with OPTION"
                    : "check that OPTION belongs to the classes";
            case EXISTING -> "leave their classes out with OPTION, write over them with --force, or name another folder";
            case PACKAGES, ORACLE -> "check OPTION";
            case RECORDED -> "plan the recording anew with --plan-recording and run the tests again, or leave OPTION out";
            case MAX_STATES, MAX_BYTES, MAX_UNIT_BYTES -> "raise the limit with OPTION";
            case MAX_LINE_BYTES, MAX_TRACE_BYTES, MAX_SAMPLE_BYTES -> "raise the limit with OPTION=N";
        };
    }
}
