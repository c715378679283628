package dev.oraculum.evaluation.generator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs generated tests of which every assertion is judged on its own, in a JVM with the release they are judged by.
 *
 * <p>Prints {@code wrong class test line} for an assertion that fails, {@code threw class test exception} for a test that ends by anything
 * else. Arguments: names of test classes.
 */
public final class Verdicts {
    private static final Pattern ASSERTION = Pattern.compile("( *)((?:assert\\w+|fail)\\(.*\\);)");

    private Verdicts() {}

    /** Always ends the JVM. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        for (String name : arguments) {
            Class<?> suite = Class.forName(name);
            List<Method> tests = Arrays.stream(suite.getMethods()).filter(m -> m.getDeclaringClass() == suite)
                    .sorted(Comparator.comparing((Method m) -> m.getName().length()).thenComparing(Method::getName)).toList();
            for (Method test : tests) {
                try {
                    test.invoke(suite.getConstructor().newInstance());
                } catch (InvocationTargetException e) {
                    System.out.println("threw " + name + " " + test.getName() + " " + e.getCause().getClass().getName());
                }
            }
        }
        System.out.println("done");
        System.exit(0);
    }

    /** Called by what {@link #judging} made of an assertion. */
    public static void wrong(String suite, String test, int line) {
        System.out.println("wrong " + suite + " " + test + " " + line);
    }

    /** The source with a judge around every assertion; the lines stay where they are. */
    static String judging(SuiteSource source) {
        String[] lines = source.render().split("\n", -1);
        String suite = source.packageName() + "." + source.className();
        String test = "";
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].startsWith("    public void ")) {
                test = lines[i].substring("    public void ".length(), lines[i].indexOf('('));
            }
            Matcher assertion = ASSERTION.matcher(lines[i]);
            if (assertion.matches()) {
                lines[i] = String.format("%stry { %s } catch (AssertionError wrong) { %s.wrong(\"%s\", \"%s\", %d); }",
                        assertion.group(1), assertion.group(2), Verdicts.class.getName(), suite, test, i + 1);
            }
        }
        return String.join("\n", lines);
    }
}
