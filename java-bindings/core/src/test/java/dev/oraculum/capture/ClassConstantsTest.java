package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Constants;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassConstantsTest {
    @TempDir
    Path directory;

    @Test
    void theMethodsComeFirstThenThoseOfItsClass() {
        String source =
                """
                public class K {
                    static final String PREFIX = "http";
                    private static final long LIMIT = 1L << 40;
                    static int other(int x) { return x * 31 + (x > 7.25 ? 1 : 0); }
                    static String m(int x, String s) {
                        x += 12;
                        switch (x) { case 1000: return "k:" + s; case -70000: return null; default: }
                        if (x == 99 || s.equals("end") || x > 0.5f) { return s + "ms"; }
                        return "";
                    }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            Constants constants = project.plan("K#m").constants();
            assertEquals(List.of(12L, -70000L, 1000L, 99L), constants.integers().subList(0, 4));
            assertEquals(List.of(4, 1), constants.numbersOfMethod(), "31 and 7.25 are another's");
            assertTrue(constants.integers().containsAll(List.of(31L, 1L << 40)), constants::toString);
            assertEquals(List.of(0.5, 7.25), constants.reals());
            assertEquals(List.of("k:", "end", "ms", "http"), constants.texts());
        }
    }

    @Test
    void whatIsWrittenInItsLambdasIsWrittenInIt() {
        String source =
                """
                import java.util.function.*;
                public class K {
                    static int a = 500;
                    static IntUnaryOperator m(int x) { return y -> y > 77 ? x : 33; }
                    static IntUnaryOperator more(int x) { return y -> y + 900; }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            Constants constants = project.plan("K#m").constants();
            assertEquals(List.of(77L, 33L), constants.integers().subList(0, constants.numbersOfMethod().get(0)));
            assertTrue(constants.integers().containsAll(List.of(500L, 900L)), constants::toString);
        }
    }

    @Test
    void whatCannotBeSaidIsLeftOutAndTablesAreCut() {
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            table.append(1000 + i).append(',');
        }
        String source = "public class K { static int[] t = {" + table + "}; static boolean m(String s, double d) {"
                + " return s.equals(\"\\ud800\") || s.equals(\"" + "x".repeat(101)
                + "\") || d == Double.POSITIVE_INFINITY || d == 3.5; } }";
        try (Project project = Project.of(directory, source, "-g")) {
            Constants constants = project.plan("K#m").constants();
            assertEquals(List.of(), constants.texts());
            assertEquals(List.of(3.5), constants.reals());
            assertEquals(64, constants.integers().size());
        }
    }
}
