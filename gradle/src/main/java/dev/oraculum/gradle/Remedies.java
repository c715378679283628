package dev.oraculum.gradle;

import java.util.ArrayList;
import java.util.List;

/**
 * What a user of Gradle is to do about a problem. The runner says what is wrong by the code and the settings of {@code
 * dev.oraculum.api.Problem}; here they become lines of a build script.
 */
final class Remedies {
    private Remedies() {}

    /** One line; null: there is nothing to say beyond the message. */
    static String of(String code, List<String> settings) {
        List<String> ways = new ArrayList<>();
        if (code.equals("TESTS_FAIL") || code.equals("NO_TEST_PASSES")) {
            ways.add("repair the tests");
        }
        for (String setting : settings) {
            String way = way(code, setting);
            if (way != null) {
                ways.add(way);
            }
        }
        if (code.equals("ORACLE_UNUSABLE") || code.equals("ORACLE_OUTDATED")) {
            ways.add("record a new one with oraculumSelect and record = true");
        }
        if (ways.isEmpty()) {
            return null;
        }
        String last = ways.remove(ways.size() - 1);
        return "what to do in oraculum { .. }: " + (ways.isEmpty() ? "" : String.join(", ", ways) + ", or ") + last;
    }

    /** What to do with the option that stands for a setting; null: no option does. */
    static String way(String code, String setting) {
        switch (setting) {
            case "testClasses":
                return code.equals("NO_TEST_CLASS")
                        ? "name the classes that test it: testClasses = ['pkg.CTest']"
                        : code.equals("TESTS_NOT_LOADABLE") ? "check testClasses = [..]" : "choose other tests: testClasses = [..]";
            case "generatedTestClasses":
                return "choose other tests: generatedTestClasses = [..]";
            case "excludeFailingTests":
                return "leave them out: excludeFailingTests = true";
            case "environment":
                return "pass an environment variable that a test needs on: environment = ['NAME']";
            case "jvm":
                return code.equals("JVM_UNUSABLE")
                        ? "name the home of a JDK 17 or newer: jvm = file('/path/to/jdk')"
                        : "name a newer JDK: jvm = file('/path/to/jdk'), or the project's toolchain";
            case "generatedTests":
                return code.equals("GENERATED_TESTS_FAIL")
                        ? "generate them again for this version of the code, or check what they need: generatedTests = files(..)"
                        : code.equals("GENERATOR_RUNTIME_MISSING") ? "add it: generatedTests = files(..)"
                        : "check generatedTests = files(..)";
            case "constructors":
                return "take constructors too: constructors = true";
            case "classPath":
                return code.equals("CLASS_OF_JDK")
                        ? "name a class of your own, or where it is: classPath = files(..)"
                        : "check classPath = files(..), or what the configuration oraculumUnderTest has";
            case "tests":
                return "check tests = files(..), by default sourceSets.test.runtimeClasspath";
            case "sources":
                return "name the folder that holds the package folders: sources = files('src/main/java')";
            case "packages":
                return "check packages = [..]";
            case "oracle":
                return "check oracle = file('oracle.json')";
            case "existing":
                return "choose another folder: reports = file(..)";
            case "maxStates":
            case "maxBytes":
            case "maxUnitBytes":
                // Bounds by the machine's memory, which no option of the block moves.
                return "look at fewer methods or tests at once: classes = [..], testClasses = [..]";
            case "maxLineBytes":
            case "maxTraceBytes":
            case "maxSampleBytes":
                return "raise the limit: settings " + setting + ": N";
            default:
                return null;
        }
    }
}
