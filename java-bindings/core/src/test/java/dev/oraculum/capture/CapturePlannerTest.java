package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Variable;
import dev.oraculum.facts.MethodReferenceException;
import dev.oraculum.testing.State;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
                    "x", 1, "note", 2, "note.isEmpty()", false, "note.length()", 2, "note[*]", " a", "before", -1, "result", -1,
                    "this", 1, "this.items", 3, "this.items.length", 2, "this.items[*]", List.of(1L, 0L), "this.top", 0, "this.limit", 4,
                    "this.limit.intValue()", 3, "this.log", 5, "this.log.isEmpty()", false, "this.log.size()", 1,
                    "this.log[*]", List.of("a"),
                    "this.isEmpty()", false, "this.isFull()", false,
                    "old_x", 1, "old_note", 2, "old_note.isEmpty()", false, "old_note.length()", 2,
                    "old_note[*]", " a",
                    "old_this.items", 3, "old_this.items.length", 2, "old_this.items[*]", List.of(0L, 0L), "old_this.top", -1,
                    "old_this.limit", 4,
                    "old_this.limit.intValue()", 3, "old_this.log", 5, "old_this.log.isEmpty()", true,
                    "old_this.log.size()", 0, "old_this.log[*]", List.of(), "old_this.isEmpty()", true, "old_this.isFull()", false), state);
        }
    }

    /** A schema, one variable a line: name, type, receiver, java, entry, javaType; what is not there is left out. */
    private static String describe(PlannedCapture capture) {
        return capture.schema().variables().stream()
                .map(v -> v.name() + ": " + v.type().notation()
                        + (v.javaType() == null ? "" : " " + v.javaType())
                        + (v.receiver() == null ? "" : " of " + v.receiver())
                        + ", " + v.java() + (v.entry() == null ? "" : " = " + v.entry()))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void looksIntoNodesThatNoObserverTells() throws Exception {
        String source =
                """
                package p;
                public class T {
                    private Node head;
                    private Mode mode = Mode.ON;
                    private String text = "";
                    enum Mode { ON; int weight = 3; }
                    private static class Node {
                        private final int value;
                        private Node next;
                        static int made;
                        boolean marked;
                        boolean isMarked() { return marked; }
                        Node(int value, Node next) { this.value = value; this.next = next; }
                    }
                    public void addFirst(int x) { Node node = head; head = new Node(x, node); }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            List<String> looked = describe(project.plan("p.T#addFirst")).lines()
                    .filter(line -> line.contains("head.") || line.contains("mode.") || line.contains("node.")).toList();
            // What the constants of enums store, what an observer tells, statics and what locals look into are left out.
            assertEquals(
                    List.of(
                            "node.isMarked(): boolean of node, node.isMarked()",
                            "this.head.isMarked(): boolean of this.head, this.head.isMarked()",
                            "this.head.value: int of this.head, this.head.value",
                            "this.head.next: reference p.T.Node of this.head, this.head.next",
                            "old_this.head.isMarked(): boolean of old_this.head, old_this_head_isMarked"
                                    + " = this.head == null ? false : this.head.isMarked()",
                            "old_this.head.value: int of old_this.head, old_this_head_value = this.head == null ? 0 : this.head.value",
                            "old_this.head.next: reference p.T.Node of old_this.head, old_this_head_next"
                                    + " = this.head == null ? null : this.head.next"),
                    looked.stream().filter(line -> !line.contains("ordinal")).toList());
            Map<String, Object> state = project.recordOne("p.T#addFirst", type -> {
                Object list = type.getConstructor().newInstance();
                type.getMethod("addFirst", int.class).invoke(list, 7);
            });
            assertEquals(7L, state.get("this.head.value"));
            assertEquals(0L, state.get("this.head.next"));
        }
    }

    @Test
    void describesVariablesAsTheFormatSays() {
        String source =
                """
                package p;
                import java.util.*;
                public class T {
                    private int[] items;
                    private boolean on;
                    public boolean isOn() { return on; }
                    static class Node { char letter; public char letter() { return letter; } }
                    public List<String> m(Map.Entry<String, Integer> e, Node node, Integer result, long old_node) {
                        Node[][] grid = {};
                        return null;
                    }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            assertEquals(
                    """
                    e: reference java.util.Map.Entry, e
                    node: reference p.T.Node, node
                    node.letter(): char of node, node.letter()
                    local_result: reference java.lang.Integer, result
                    local_result.intValue(): int of local_result, result.intValue()
                    old_node: long, old_node
                    grid: reference p.T.Node[][], grid
                    grid.length: int of grid, grid.length
                    grid[*]: reference[] p.T.Node[][] of grid, grid
                    result: reference java.util.List, oraculumResult
                    result.isEmpty(): boolean of result, oraculumResult.isEmpty()
                    result.size(): int of result, oraculumResult.size()
                    result[*]: text[] java.util.List<java.lang.String> of result, oraculumResult
                    this: reference p.T, this
                    this.items: reference int[], this.items
                    this.items.length: int of this.items, this.items.length
                    this.items[*]: int[] int[] of this.items, this.items
                    this.on: boolean, this.on
                    this.isOn(): boolean, this.isOn()
                    old_e: reference java.util.Map.Entry, old_e = e
                    old_result: reference java.lang.Integer, old_result = result
                    old_result.intValue(): int of old_result, old_result_intValue = result == null ? 0 : result.intValue()
                    old_old_node: long, old_old_node = old_node
                    old_this.items: reference int[], old_this_items = this.items
                    old_this.items.length: int of old_this.items, old_this_items_length = this.items == null ? 0 : this.items.length
                    old_this.items[*]: int[] int[] of old_this.items, old_this_items_copy = this.items == null ? null : this.items.clone()
                    old_this.on: boolean, old_this_on = this.on
                    old_this.isOn(): boolean, old_this_isOn = this.isOn()
                    """,
                    describe(project.plan("p.T#m")));
            assertEquals(List.of("old_node: another variable has that name"), project.plan("p.T#m").dropped());
        }
    }

    @Test
    void readsWhatOnlyTheClassItselfMayRead() throws Exception {
        String source =
                """
                class P extends Q {
                    private short own = 1;
                    private boolean secret() { return own == 1; }
                    byte kept() { return 2; }
                    void m() { own += hidden(); }
                    private int hidden() { return 1; }
                }
                class Q {
                    protected long inherited = 3;
                    private int concealed = 4;
                    float near = 5;
                    int own = 6;
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            Map<String, Object> state = project.recordOne("P#m", type -> {
                var constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                var m = type.getDeclaredMethod("m");
                m.setAccessible(true);
                m.invoke(constructor.newInstance());
            });
            assertEquals(values(
                    "this", 1, "this.own", 2, "this.inherited", 3, "this.near", 5.0, "this.hidden()", 1, "this.kept()", 2,
                    "this.secret()", false, "old_this.own", 1, "old_this.inherited", 3, "old_this.near", 5.0,
                    "old_this.hidden()", 1, "old_this.kept()", 2, "old_this.secret()", true), state);
            List<String> leftOut = List.of(
                    "this.concealed: not accessible in P, a field of Q", "this.own of Q: a field of a subclass hides it");
            assertEquals(leftOut, project.plan("P#m").dropped());
        }
    }

    private static final String EXITS =
            """
            public class E {
                static int m(int x) {
                    if (x > 0) { int a = 1; return a; }
                    int b = 2;
                    return b;
                }
                static int never() { throw new IllegalStateException(); }
            }""";

    @Test
    void theLastExitAloneIsASetting() throws Exception {
        try (Project project = Project.of(directory, EXITS, "-g")) {
            assertEquals(List.of("x", "result", "old_x"), project.variables("E#m"));
            CaptureSettings defaults = CaptureSettings.DEFAULT;
            PlannedCapture last = project.plan(
                    "E#m", defaults.withLastExitOnly(true));
            List<State> states = project.record(last, type -> {
                var m = type.getDeclaredMethod("m", int.class);
                m.setAccessible(true);
                m.invoke(null, 1);
                m.invoke(null, -1);
            });
            assertEquals(List.of(new State(0, 1, 1, values("x", -1, "b", 2, "result", 2, "old_x", -1))), states);
        }
    }

    @Test
    void tooManyVariablesAreDroppedFromTheFarEnd() {
        try (Project project = Project.of(directory, STACK, "-g")) {
            CaptureSettings few = CaptureSettings.DEFAULT.withMaxVariables(9);
            PlannedCapture capture = project.plan("p.Stack#push", few);
            assertEquals(
                    List.of("x", "note", "before", "result", "this", "this.items", "this.top", "old_x", "old_note"),
                    capture.schema().variables().stream().map(Variable::name).toList());
            assertEquals(capture.schema().variables().size(), capture.plan().variables().size());
            String dropped = capture.dropped().get(0);
            assertTrue(dropped.startsWith("28 variables beyond the bound of 9: note.isEmpty(), note.length(), note[*],"), dropped);
        }
    }

    @Test
    void aMethodWithoutNormalExitIsRefused() {
        try (Project project = Project.of(directory, EXITS, "-g")) {
            MethodReferenceException e =
                    assertThrows(MethodReferenceException.class, () -> project.plan("E#never"));
            assertEquals(
                    "E#never() never returns normally, so there is no exit to assert anything at", e.getMessage());
        }
    }
}
