package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapturePlannerTest {
    private static final String STACK =
            """
            package p;
            import java.util.*;
            public class Stack {
                private Object[] items;
                private int top = -1;
                protected Integer limit = 3;
                private final List<String> log = new ArrayList<>();
                static int created;
                public Stack(int capacity) { items = new Object[capacity]; created++; }
                public boolean isEmpty() { return top == -1; }
                public boolean isFull() { return top == items.length - 1; }
                public int pops() { top--; return top; }
                public Object topAndPop() { return isEmpty() ? null : items[top--]; }
                public int push(Object x, String note) {
                    int before = top;
                    if (isFull()) {
                        return -1;
                    }
                    items[++top] = x;
                    if (note != null) {
                        String trimmed = note.trim();
                        log.add(trimmed);
                    }
                    return before;
                }
            }
            """;

    @TempDir
    Path directory;

    private static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            values.put((String) namesAndValues[i], value instanceof Integer n ? (Object) n.longValue() : value);
        }
        return values;
    }

    @Test
    void recordsAnInstanceMethod() throws Exception {
        try (Project project = Project.of(directory, STACK, "-g")) {
            Map<String, Object> state = project.recordOne("p.Stack#push", type -> {
                Object stack = type.getConstructor(int.class).newInstance(2);
                type.getMethod("push", Object.class, String.class).invoke(stack, stack, " a");
            });
            assertEquals(values(
                    "x", 1, "note", 2, "note.isEmpty()", false, "note.length()", 2, "before", -1, "result", -1,
                    "this", 1, "this.items", 3, "this.items.length", 2, "this.top", 0, "this.limit", 4,
                    "this.limit.intValue()", 3, "this.log", 5, "this.log.isEmpty()", false, "this.log.size()", 1,
                    "this.isEmpty()", false, "this.isFull()", false,
                    "old_x", 1, "old_note", 2, "old_note.isEmpty()", false, "old_note.length()", 2,
                    "old_this.items", 3, "old_this.items.length", 2, "old_this.top", -1, "old_this.limit", 4,
                    "old_this.limit.intValue()", 3, "old_this.log", 5, "old_this.log.isEmpty()", true,
                    "old_this.log.size()", 0, "old_this.isEmpty()", true, "old_this.isFull()", false), state);
        }
    }
}
