package dev.oraculum.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generates tests of commons-math's Complex as search-based generators do: a few calls with arbitrary values, then assertions that say what
 * the library did, right or wrong. All are right but one, which says what the library's fault does: 0.0 and -0.0 are equal numbers, and it
 * calls them different.
 */
final class GeneratedComplexTests {
    static final String CLASS = "org.apache.commons.math.complex.ComplexGeneratedTest";
    /** The test with the wrong assertion. */
    static final String WRONG = "test000";

    private static final double[] VALUES = {1.0, -1.0, 2.5, -754.84, 1337.0, 0.5, -0.25, 3.0, 17.0, -2.0, 6.5, 99.0, 1.0E-4};
    private static final List<String> UNARY = List.of(
            "conjugate", "negate", "sqrt", "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "sqrt1z");
    private static final List<String> BINARY = List.of("add", "subtract", "multiply", "divide", "pow");

    private final Class<?> complex;
    private final Random random = new Random(1);
    private final StringBuilder source = new StringBuilder();
    private int assertions;

    private GeneratedComplexTests(Class<?> complex) {
        this.complex = complex;
    }

    /**
     * Writes the tests.
     *
     * @param library the jar that they are generated from
     * @return how many assertions they have
     */
    static int write(Path library, int tests, Path folder) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {library.toUri().toURL()})) {
            GeneratedComplexTests generated = new GeneratedComplexTests(loader.loadClass("org.apache.commons.math.complex.Complex"));
            String text = generated.text(tests);
            Path file = folder.resolve(CLASS.replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return generated.assertions;
        }
    }

    private String text(int tests) throws Exception {
        source.append("package org.apache.commons.math.complex;\n\nimport static org.junit.Assert.*;\n\nimport"
                + " org.junit.Test;\n\npublic class ComplexGeneratedTest {\n");
        source.append("""
                  @Test(timeout = 4000)
                  public void test000() throws Throwable {
                    Complex complex0 = new Complex(0.0, 2558.0);
                    Complex complex1 = complex0.multiply(complex0);
                    Complex complex2 = complex1.conjugate();
                    assertEquals((-6543364.0), complex2.getReal(), 0.01);
                    boolean boolean0 = complex2.equals(complex1);
                    assertFalse(boolean0);
                  }
                """);
        assertions += 2;
        for (int i = 1; i <= tests; i++) {
            source.append(String.format("  @Test(timeout = 4000)%n  public void test%03d() throws Throwable {%n", i));
            test();
            source.append("  }\n");
        }
        return source.append("}\n").toString().replace("\r\n", "\n");
    }

    private double value() {
        return random.nextInt(60) == 0 ? 0.0 : VALUES[random.nextInt(VALUES.length)];
    }

    private Object make(int number) throws Exception {
        double real = value();
        double imaginary = value();
        source.append("    Complex complex").append(number).append(" = new Complex(").append(literal(real)).append(", ")
                .append(literal(imaginary)).append(");\n");
        return complex.getConstructor(double.class, double.class).newInstance(real, imaginary);
    }

    private void test() throws Exception {
        Object first = make(0);
        Object result;
        if (random.nextBoolean()) {
            String name = UNARY.get(random.nextInt(UNARY.size()));
            result = complex.getMethod(name).invoke(first);
            source.append("    Complex complex1 = complex0.").append(name).append("();\n");
        } else {
            Object second = make(2);
            String name = BINARY.get(random.nextInt(BINARY.size()));
            Method method = complex.getMethod(name, complex);
            try {
                result = method.invoke(first, second);
            } catch (InvocationTargetException e) {
                throw new AssertionError(e);
            }
            source.append("    Complex complex1 = complex0.").append(name).append("(complex2);\n");
        }
        number("complex1.getReal()", (Double) complex.getMethod("getReal").invoke(result));
        number("complex1.getImaginary()", (Double) complex.getMethod("getImaginary").invoke(result));
        if (random.nextInt(3) == 0) {
            truth("complex1.isNaN()", (Boolean) complex.getMethod("isNaN").invoke(result));
        }
        if (random.nextInt(4) == 0) {
            truth("complex1.equals(complex0)", (Boolean) complex.getMethod("equals", Object.class).invoke(result, first));
        }
    }

    private void number(String expression, double value) {
        source.append("    assertEquals(").append(literal(value)).append(", ").append(expression).append(", 0.01);\n");
        assertions++;
    }

    private void truth(String expression, boolean value) {
        source.append("    assert").append(value ? "True" : "False").append("(").append(expression).append(");\n");
        assertions++;
    }

    private static String literal(double value) {
        if (Double.isNaN(value)) {
            return "Double.NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
        }
        String text = String.valueOf(value).toUpperCase(Locale.ROOT);
        return value < 0 || text.startsWith("-") ? "(" + text + ")" : text;
    }
}
