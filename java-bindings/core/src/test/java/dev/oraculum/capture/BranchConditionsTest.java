package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What code asks before it branches, and where it returns. */
class BranchConditionsTest {
    private static final String BUFFER =
            """
            package p;
            public class Buffer {
                enum Mode { READ, WRITE }
                private final int[] items = new int[8];
                private int size;
                private double load;
                private Object owner;
                public boolean isEmpty() { return size == 0; }
                public boolean isFull() { return this.items.length == size; }
                public int clamp(int x, int lo, int hi) {
                    if (x < lo) {
                        return lo;
                    }
                    int top = hi;
                    return x > top ? top : x;
                }
                public static long sign(long n, double d, float f) {
                    if (n > 10000000000L) { return 1; }
                    if (0.25 < d || f >= 2) { return 0; }
                    return -1;
                }
                public int code(Object key, String s) {
                    if (key == null || key == owner) {
                        return 0;
                    }
                    switch (s.length()) { case 3: return 3; case 70: return 7; default: return isEmpty() ? 1 : 2; }
                }
                public static int loop(int n) { int i = 0; while (i < n) { i++; } return i; }
            }
            """;

    @TempDir
    Path directory;

    private static List<String> conditions(Project project, String method) throws Exception {
        return project.plan("p.Buffer#" + method).constants().conditions();
    }

    @Test
    void theMethodsQuestionsComeFirstThenThoseAboutFields() throws Exception {
        try (Project project = Project.of(directory, BUFFER, "-g")) {
            List<String> ofClamp = conditions(project, "clamp");
            assertEquals(List.of("x < lo", "x > hi"), ofClamp.subList(0, 2), "a copy is what it is a copy of");
            assertEquals(
                    List.of("this.size == 0", "this.items.length == this.size", "this.isEmpty() == 0"),
                    ofClamp.subList(2, ofClamp.size()));
            assertEquals("this.size == 0", conditions(project, "isEmpty").get(0));
        }
    }

    @Test
    void longsRealsReferencesCallsAndSwitches() throws Exception {
        try (Project project = Project.of(directory, BUFFER, "-g")) {
            assertEquals(List.of("n > 10000000000", "d > 0.25", "f < 2.0"), conditions(project, "sign"));
            assertEquals(
                    List.of("key == null", "key == this.owner", "s.length() == 3", "s.length() == 70", "this.isEmpty() == 0"),
                    conditions(project, "code").subList(0, 5));
        }
    }

    @Test
    void whatHasSeveralSourcesHasNoWords() throws Exception {
        try (Project project = Project.of(directory, BUFFER, "-g")) {
            assertEquals(List.of(), conditions(project, "loop"));
        }
    }

    @Test
    void exitsHaveTheLinesOfTheirReturns() throws Exception {
        try (Project project = Project.of(directory, BUFFER, "-g")) {
            assertEquals(List.of(12, 15), project.plan("p.Buffer#clamp").constants().exitLines());
            assertEquals(List.of(18, 19, 20), project.plan("p.Buffer#sign").constants().exitLines());
        }
        try (Project project = Project.of(directory.resolve("bare"), BUFFER, "-g:none")) {
            assertEquals(List.of(0, 0), project.plan("p.Buffer#clamp").constants().exitLines());
        }
    }
}
