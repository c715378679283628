package dev.oraculum.evaluation.generator;

import java.util.ArrayList;
import java.util.List;

/**
 * The source of a generated test class.
 *
 * @param packageName of the class under test and so of its tests
 * @param className simple
 * @param tests may be removed from
 */
public record SuiteSource(String packageName, String className, List<Test> tests) {
    private static final String METHOD = "    public void ";
    private static final String INDENT = " ".repeat(8);

    /** A test method; its lines are without the method's indent. */
    public record Test(String name, List<String> lines) {}

    /** One statement a line, so that a line is an assertion. */
    public String render() {
        StringBuilder text = new StringBuilder("package ").append(packageName).append(";\n\n");
        text.append("import static org.junit.Assert.*;\n\nimport org.junit.Test;\n\n@SuppressWarnings(\"all\")\npublic class ")
                .append(className).append(" {\n");
        for (Test test : tests) {
            text.append("    @Test\n").append(METHOD).append(test.name).append("() throws Throwable {\n");
            test.lines.forEach(line -> text.append(INDENT).append(line).append('\n'));
            text.append("    }\n\n");
        }
        return text.append("}\n").toString();
    }

    /** Reads what {@link #render} wrote. */
    public static SuiteSource parse(String text) {
        List<Test> tests = new ArrayList<>();
        String packageName = "";
        String className = "";
        for (String line : text.split("\n")) {
            if (line.startsWith("package ")) {
                packageName = line.substring("package ".length(), line.length() - 1);
            } else if (line.startsWith("public class ")) {
                className = line.split(" ")[2];
            } else if (line.startsWith(METHOD)) {
                tests.add(new Test(line.substring(METHOD.length(), line.indexOf('(')), new ArrayList<>()));
            } else if (line.startsWith(INDENT)) {
                tests.get(tests.size() - 1).lines.add(line.substring(INDENT.length()));
            }
        }
        return new SuiteSource(packageName, className, tests);
    }
}
