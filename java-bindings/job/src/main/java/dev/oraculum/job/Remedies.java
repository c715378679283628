package dev.oraculum.job;

import dev.oraculum.job.Wording.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user of a build is to do about a problem. The runner says what is wrong by the code and the settings of {@code
 * dev.oraculum.api.Problem}; here they become lines of a build.
 */
public final class Remedies {
    private final Wording wording;

    public Remedies(Wording wording) {
        this.wording = wording;
    }

    /** One line; null: there is nothing to say beyond the message. */
    public String of(String code, List<String> settings) {
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
            ways.add("record a new one with " + wording.recording());
        }
        if (ways.isEmpty()) {
            return null;
        }
        String last = ways.remove(ways.size() - 1);
        return "what to do in " + wording.place() + ": " + (ways.isEmpty() ? "" : String.join(", ", ways) + ", or ") + last;
    }

    /** What to do with the option that stands for a setting; null: no option does. */
    public String way(String code, String setting) {
        switch (setting) {
            case "testClasses":
                return code.equals("NO_TEST_CLASS")
                        ? "name the classes that test it: " + wording.option("testClasses", Kind.LIST, "pkg.CTest")
                        : (code.equals("TESTS_NOT_LOADABLE") ? "check " : "choose other tests: ")
                                + wording.option("testClasses", Kind.LIST, null);
            case "generatedTestClasses":
                return "choose other tests: " + wording.option("generatedTestClasses", Kind.LIST, null);
            case "excludeFailingTests":
                return "leave them out: " + wording.option("excludeFailingTests", Kind.FLAG, "true");
            case "environment":
                return "pass an environment variable that a test needs on: " + wording.option("environment", Kind.LIST, "NAME");
            case "jvm":
                return code.equals("JVM_UNUSABLE")
                        ? "name the home of a JDK 17 or newer: " + wording.option("jvm", Kind.FILE, "/path/to/jdk")
                        : "name a newer JDK: " + wording.option("jvm", Kind.FILE, "/path/to/jdk") + ", or " + wording.otherJdk();
            case "generatedTests":
                return generatedTests(code) + wording.option("generatedTests", Kind.FILES, null);
            case "constructors":
                return "take constructors too: " + wording.option("constructors", Kind.FLAG, "true");
            case "classPath":
                return code.equals("CLASS_OF_JDK")
                        ? "name a class of your own, or say where it is: " + wording.checkCode()
                        : "check " + wording.checkCode();
            case "tests":
                return "check " + wording.checkTests();
            case "sources":
                return "name the folder that holds the package folders: " + wording.option("sources", Kind.FILES, "src/main/java");
            case "packages":
                return "check " + wording.option("packages", Kind.LIST, null);
            case "oracle":
                return "check " + wording.option("oracle", Kind.FILE, "oracle.json");
            case "recorded":
                return "plan the recording anew, and run the tests again: " + wording.option("planRecording", Kind.FILE, null);
            case "existing":
                return "choose another folder: " + wording.option("reports", Kind.FILE, null);
            case "maxStates":
            case "maxBytes":
            case "maxUnitBytes":
                // Bounds by the machine's memory, which no option moves.
                return "look at fewer methods or tests at once: " + wording.option("classes", Kind.LIST, null) + ", "
                        + wording.option("testClasses", Kind.LIST, null);
            case "maxLineBytes":
            case "maxTraceBytes":
            case "maxSampleBytes":
                return "raise the limit: " + wording.setting(setting);
            default:
                return null;
        }
    }

    private static String generatedTests(String code) {
        switch (code) {
            case "GENERATED_TESTS_FAIL":
                return "generate them again for this version of the code, or check what they need: ";
            case "GENERATOR_RUNTIME_MISSING":
                return "add it: ";
            default:
                return "check ";
        }
    }
}
