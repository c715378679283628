package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a method does not write, by the bytecode of all that it may run. */
class UnwrittenVariablesTest {
    private static final String SHELF =
            """
            package p;
            import java.util.*;
            public class Shelf {
                private int[] items = new int[4];
                private int size;
                private final List<String> log = new ArrayList<>();
                private transient int hash;
                public int count(int[] wanted) { int n = 0; for (int w : wanted) { n += has(w) ? 1 : 0; } return n; }
                private boolean has(int x) { for (int i : items) { if (i == x) { return true; } } return false; }
                public int grow() { return resized(); }
                private int resized() { size++; return size; }
                public int put(int x) { items[0] = x; return x; }
                public int shift(int[] from) { System.arraycopy(from, 0, items, 0, 1); return 1; }
                public int note(String s) { log.add(s); return 1; }
                public int other(int[] a) { a = new int[3]; return a.length; }
                public int ask(Runnable r) { r.run(); return 1; }
                public native int outside();
                public int calls() { return outside(); }
            }
            """;

    @TempDir
    Path directory;

    private static Set<String> unwritten(Project project, String method) throws Exception {
        return new TreeSet<>(project.plan("p.Shelf#" + method).constants().unwritten());
    }

    @Test
    void fieldsAndContentsThatNothingWritesStayAsTheyWere() throws Exception {
        try (Project project = Project.of(directory, SHELF, "-g")) {
            // Not the final field, whose list stays as it is; nor the transient one.
            Set<String> all = Set.of("this.items", "this.items[*]", "this.size", "this.log[*]");
            TreeSet<String> ofCount = new TreeSet<>(all);
            ofCount.add("wanted[*]");
            assertEquals(ofCount, unwritten(project, "count"));
            // By a method that it calls; and the log, as the JDK's objects have fields of any name.
            assertEquals(Set.of("this.items", "this.items[*]"), unwritten(project, "grow"));
        }
    }

    @Test
    void arraysThatMayBeWrittenAreNotSaidToStay() throws Exception {
        try (Project project = Project.of(directory, SHELF, "-g")) {
            for (String method : List.of("put", "shift")) {
                assertEquals(Set.of("this.items", "this.size"), unwritten(project, method), method);
            }
            assertEquals(false, unwritten(project, "note").contains("this.log[*]"));
            assertEquals(false, unwritten(project, "other").contains("a[*]"), "it is another array at the exit");
        }
    }

    @Test
    void codeThatIsNotKnownMayWriteAnything() throws Exception {
        try (Project project = Project.of(directory, SHELF, "-g")) {
            assertEquals(Set.of(), unwritten(project, "ask"));
            assertEquals(Set.of(), unwritten(project, "calls"));
        }
    }
}
