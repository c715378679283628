package dev.oraculum.api;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * What is wrong, for a program. An exception's message says what is wrong, where, by the names that things have in this API; what a user is
 * to do about it, in the words of their front door, that one phrases from the problem: the command line names its options, a build plugin
 * its properties.
 *
 * <pre>{@code
 * try {
 *     Oraculum.improve(Improve.of(project, "pkg.C#m"), JobListener.NONE);
 * } catch (RuntimeException e) {
 *     Problem problem = Problem.of(e);
 *     System.err.println(e.getMessage());
 *     problem.settings().forEach(setting -> System.err.println("see the setting " + setting.apiName()));
 * }
 * }</pre>
 *
 * @param code the kind of problem
 * @param settings those that may have to be changed, in the order of the code's
 */
public record Problem(Code code, List<Setting> settings) {
    /** Kinds of problems. */
    public enum Code {
        /** No test class refers to the class under test. */
        NO_TEST_CLASS(Setting.TEST_CLASSES, Setting.TESTS),
        /** Tests that reach the method fail on the original program. */
        TESTS_FAIL(Setting.TEST_CLASSES, Setting.EXCLUDE_FAILING_TESTS),
        /** No test passes. */
        NO_TEST_PASSES(Setting.TEST_CLASSES),
        /** The tests that run do not reach what they should. */
        NOT_REACHED(Setting.TEST_CLASSES),
        /** A test class is missing, or does not load. */
        TESTS_NOT_LOADABLE(Setting.TESTS, Setting.CLASS_PATH, Setting.TEST_CLASSES),
        /** No generated test passes: they are of another version of the code, or something that they need is missing. */
        GENERATED_TESTS_FAIL(Setting.GENERATED_TESTS),
        /** Generated tests need a runtime that is missing. */
        GENERATOR_RUNTIME_MISSING(Setting.GENERATED_TESTS),
        /** A package has no class. */
        PACKAGE_WITHOUT_CLASSES(Setting.PACKAGES, Setting.CLASS_PATH),
        /** The classes that are meant have no method with code; they may have constructors. */
        NO_METHODS(Setting.CONSTRUCTORS),
        /** No test class refers to any class of the project. */
        NOTHING_TESTED(Setting.TESTS, Setting.CLASS_PATH),
        /** The class is one of the JDK's, and not of the project. */
        CLASS_OF_JDK(Setting.CLASS_PATH),
        /** A class file is damaged, or too new for the JVM that runs the tests. */
        CLASS_UNREADABLE(Setting.CLASS_PATH, Setting.JVM),
        /** There is no JVM where one should be, or it is too old. */
        JVM_UNUSABLE(Setting.JVM),
        /** The oracle file is missing, damaged, empty or of another version. */
        ORACLE_UNUSABLE(Setting.ORACLE),
        /** The test classes of the oracle are missing. */
        ORACLE_TESTS_MISSING(Setting.TESTS, Setting.CLASS_PATH),
        /** The code has none of the oracle's variables, or none of its tests. */
        ORACLE_OUTDATED(Setting.CLASS_PATH, Setting.ORACLE),
        /** What a test run of the build recorded is missing, damaged, or of other code, tests or settings. */
        RECORDING_UNUSABLE(Setting.RECORDED),
        /** A source file, or the folder of sources, is missing. */
        SOURCES_MISSING(Setting.SOURCES),
        /** The sources are not those of the classes. */
        SOURCES_DIFFER(Setting.SOURCES),
        /** Environment variables that tests may need were withheld from them. */
        ENVIRONMENT_WITHHELD(Setting.ENVIRONMENT),
        /** There is more than a limit allows; the setting is the limit. */
        LIMIT_REACHED,
        /** Files that a run would write are there already. */
        FILES_EXIST(Setting.EXISTING),
        /** Another error of the input: a value out of range, an assertion that does not parse, a damaged file. */
        INVALID_INPUT,
        /** The project cannot be worked on as asked, for another reason. */
        PROJECT_UNUSABLE,
        /** A file or database could not be read or written. */
        FILE,
        /** A process of ours could not be started, or somebody ended it. */
        PROCESS,
        /** The native library is missing, of another version, or does not fit this platform. */
        NATIVE_LIBRARY,
        /** The thread was interrupted. */
        CANCELLED,
        /** A fault of ours. */
        INTERNAL;

        private final List<Setting> settings;

        Code(Setting... settings) {
            this.settings = List.of(settings);
        }

        /** The settings that may have to be changed, unless the problem has others in their places. */
        public List<Setting> settings() {
            return settings;
        }

        /** Whether the kind of the exception says as much. */
        boolean isGeneral() {
            return switch (this) {
                case INVALID_INPUT, PROJECT_UNUSABLE, FILE, PROCESS, NATIVE_LIBRARY, CANCELLED, INTERNAL -> true;
                default -> false;
            };
        }

        /** The problem of this code, with its settings. */
        public Problem problem() {
            return new Problem(this, settings);
        }
    }

    /** An exception that knows its problem. */
    public interface Explained {
        Problem problem();
    }

    public Problem {
        Objects.requireNonNull(code, "code");
        settings = List.copyOf(settings);
    }

    /** More than a limit allows. */
    public static Problem limit(Setting limit) {
        return new Problem(Code.LIMIT_REACHED, List.of(limit));
    }

    /** What an exception of this API is about; the most exact that its causes know. */
    public static Problem of(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof Explained explained && !explained.problem().code().isGeneral()) {
                return explained.problem();
            }
        }
        if (thrown instanceof Explained explained) {
            return explained.problem();
        }
        if (thrown instanceof IllegalArgumentException) {
            return Code.INVALID_INPUT.problem();
        }
        return (thrown instanceof CancellationException ? Code.CANCELLED : Code.INTERNAL).problem();
    }

    /** The same with one more setting that may have to be changed. */
    public Problem with(Setting setting) {
        return new Problem(code, Stream.concat(settings.stream(), Stream.of(setting)).toList());
    }

    /** The same about the generated tests, where it is about the project's. */
    public Problem ofGeneratedTests() {
        return new Problem(code, settings.stream().map(setting -> switch (setting) {
            case TESTS -> Setting.GENERATED_TESTS;
            case TEST_CLASSES -> Setting.GENERATED_TEST_CLASSES;
            default -> setting;
        }).toList());
    }
}
