package dev.oraculum.verification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Java texts over recorded contents: what they read is made anew from the bytes of a state. */
class RecordedContentsTest {
    private static final StateJudge JUDGE = StateJudge.start();

    @AfterAll
    static void end() {
        JUDGE.close();
    }

    private final List<Variable> variables = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    /** A reference and its identity, 0 for null. */
    private RecordedContentsTest reference(String name, String javaType, long identity) {
        variables.add(new Variable(name, ValueType.REFERENCE, null, name, null, javaType));
        values.add(identity);
        return this;
    }

    /** Contents, as a String or as a list of boxes, Strings and identities; null: absent. */
    private RecordedContentsTest contents(String receiver, String java, String type, String javaType, Object contents) {
        String name = (java.equals(receiver) || java.endsWith("_copy") ? receiver : java) + "[*]";
        variables.add(new Variable(name, ValueType.of(type), receiver, java, java.endsWith("_copy") ? "not used" : null, javaType));
        values.add(contents);
        return this;
    }

    /** The state as docs/formats.md has it, with the verdict "true". */
    private byte[] state() {
        ByteBuffer fixed = ByteBuffer.allocate(1 + (values.size() + 7) / 8 + 8 * values.size()).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream tail = new ByteArrayOutputStream();
        fixed.put((byte) 0b11).position(1 + (values.size() + 7) / 8);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value != null) {
                fixed.put(1 + i / 8, (byte) (fixed.get(1 + i / 8) | 1 << i % 8));
            }
            if (variables.get(i).type() == ValueType.REFERENCE) {
                fixed.putLong((Long) value);
            } else if (value == null) {
                fixed.putLong(0);
            } else {
                fixed.putInt(tail.size()).putInt(value instanceof String text ? text.length() : ((List<?>) value).size());
                tail.writeBytes(value instanceof String text ? bytes(text) : bytes((List<?>) value));
            }
        }
        ByteBuffer state = ByteBuffer.allocate(4 + fixed.capacity() + tail.size()).order(ByteOrder.LITTLE_ENDIAN);
        return state.putInt(fixed.capacity() + tail.size()).put(fixed.array()).put(tail.toByteArray()).array();
    }

    private static byte[] bytes(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
        text.chars().forEach(c -> bytes.putChar((char) c));
        return bytes.array();
    }

    private static byte[] bytes(List<?> elements) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Object element : elements) {
            ByteBuffer one = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            if (element == null || element instanceof String) {
                all.writeBytes(java.util.Arrays.copyOf(one.putInt(element == null ? -1 : ((String) element).length()).array(), 4));
                all.writeBytes(bytes(element == null ? "" : (String) element));
            } else if (element instanceof Double || element instanceof Float) {
                all.writeBytes(one.putDouble(((Number) element).doubleValue()).array());
            } else {
                long bits = element instanceof Boolean truth ? (truth ? 1 : 0) : element instanceof Character c ? c
                        : ((Number) element).longValue();
                all.writeBytes(one.putLong(bits).array());
            }
        }
        return all.toByteArray();
    }

    private StateForm.Outcome check(String java, ExitValue... exitValues) {
        AssertionText text = new AssertionText("not used", java, 1, variables, List.of(exitValues));
        return StateForm.check(text, variables, (first, into) -> {
            if (first > 0) {
                return 0;
            }
            into.put(state());
            return 1;
        }, JUDGE);
    }

    private void isTrue(String java, ExitValue... exitValues) {
        StateForm.Outcome outcome = check(java, exitValues);
        assertEquals(1, outcome.states());
        assertEquals(0, outcome.disagreements(), java + ": " + outcome.firstDisagreement());
    }

    private void disagrees(String java, String how) {
        StateForm.Outcome outcome = check(java);
        assertEquals(1, outcome.disagreements(), java);
        assertTrue(outcome.firstDisagreement().contains(how), outcome.firstDisagreement());
    }

    @Test
    void arraysAreArrays() {
        reference("a", "int[]", 1).contents("a", "a", "int[]", "int[]", List.of(3, 1));
        reference("old_a", "int[]", 1).contents("old_a", "old_a_copy", "int[]", "int[]", List.of(1, 3));
        isTrue("a != null && a[0] == 3 && a.length == 2");
        isTrue("a == old_a && a[0] == old_a_copy[1] && !java.util.Arrays.equals(a, old_a_copy)");
        isTrue("java.util.stream.IntStream.range(0, finalA.length).allMatch(i -> finalA[i] == old_a_copy[1 - i])",
                new ExitValue("finalA", "int[]", "a"));
        disagrees("a[0] == 1", "a = 1, a[*] = [3, 1], old_a = 1, old_a[*] = [1, 3]");
        disagrees("a[2] == 1", "throws java.lang.ArrayIndexOutOfBoundsException");
    }

    @Test
    void nullHoldsNothing() {
        reference("a", "int[]", 0).contents("a", "a", "int[]", "int[]", null);
        reference("old_a", "int[]", 0).contents("old_a", "old_a_copy", "int[]", "int[]", null);
        isTrue("a == null && old_a_copy == null");
        disagrees("a.length == 0", "throws java.lang.NullPointerException");
        disagrees("old_a_copy[0] == 0", "throws java.lang.NullPointerException");
    }

    @Test
    void elementsHaveTheirDeclaredType() {
        reference("z", "boolean[]", 1).contents("z", "z", "boolean[]", "boolean[]", List.of(true));
        reference("c", "char[]", 2).contents("c", "c", "char[]", "char[]", List.of('\uffff'));
        reference("f", "float[]", 3).contents("f", "f", "float[]", "float[]", List.of(0.1f));
        reference("j", "long[]", 4).contents("j", "j", "long[]", "long[]", List.of(Long.MIN_VALUE));
        reference("b", "java.lang.Byte[]", 5).contents("b", "b", "byte[]", "java.lang.Byte[]", List.of((byte) -1));
        reference("d", "java.util.List", 6).contents("d", "d", "double[]", "java.util.List<java.lang.Double>", List.of(-0.0));
        reference("t", "java.lang.String[]", 7).contents("t", "t", "text[]", "java.lang.String[]", java.util.Arrays.asList(null, "x"));
        isTrue("z[0] && c[0] == '\\uffff' && f[0] == 0.1f && j[0] == Long.MIN_VALUE && b[0] == -1 && d.contains(-0.0) && !d.contains(0.0)");
        isTrue("t[0] == null && t[1].equals(\"x\") && java.util.Arrays.stream(b).mapToInt(e -> e).sum() == -1");
    }

    @Test
    void collectionsAreOfTheirKind() {
        reference("l", "java.util.List", 1).contents("l", "l", "int[]", "java.util.List<java.lang.Integer>", List.of(7, 7, 8));
        reference("s", "java.util.Set", 2).contents("s", "s", "text{}", "java.util.Set<java.lang.String>", List.of("a", "b"));
        reference("q", "java.util.Deque", 3).contents("q", "q", "int{}", "java.util.Collection<java.lang.Integer>", List.of(1, 1));
        isTrue("l.get(0) + l.get(2) == 15 && l.size() == 3 && l.indexOf(8) == 2 && s.contains(\"b\") &&"
                + " java.util.Collections.frequency(q, 1) == 2");
        isTrue("s.equals(java.util.Set.of(\"b\", \"a\"))");
    }

    @Test
    void mapsAreKeysAndValues() {
        reference("m", "java.util.Map", 1);
        contents("m", "m.keySet()", "text{}", "java.util.Set<java.lang.String>", List.of("k"));
        contents("m", "m.values()", "int{}", "java.util.Collection<java.lang.Integer>", List.of(5));
        isTrue("m != null && m.keySet().contains(\"k\") && m.values().stream().mapToLong(e -> e).sum() == 5");
        isTrue("java.util.stream.IntStream.range(5, 6).allMatch(i -> finalM_values.contains(i))",
                new ExitValue("finalM_values", "java.util.Collection<java.lang.Integer>", "m == null ? null : m.values()"));
    }

    @Test
    void textsAreStringsOfTheirOwnIdentity() {
        reference("s", "java.lang.String", 1).contents("s", "s", "text", "java.lang.String", "ab\ud800");
        reference("t", "java.lang.String", 2).contents("t", "t", "text", "java.lang.String", "ab\ud800");
        isTrue("s.equals(t) && s != t && s.charAt(2) == 0xd800 && s.concat(t).length() == 6");
    }

    @Test
    void oneObjectIsOneObjectWhateverItIsCalled() {
        reference("o", "java.lang.Object", 1);
        reference("c", "java.util.Collection", 1).contents("c", "c", "int{}", "java.util.Collection<java.lang.Integer>", List.of(1, 2));
        reference("l", "java.util.List", 1).contents("l", "l", "int[]", "java.util.List<java.lang.Integer>", List.of(2, 1));
        reference("a", "java.lang.Comparable[]", 2).contents("a", "a", "reference[]", "java.lang.Comparable[]", List.of(5L));
        reference("b", "java.lang.Integer[]", 2).contents("b", "b", "int[]", "java.lang.Integer[]", List.of(9));
        isTrue("o == c && c == l && l.get(0) == 2 && c.contains(1) && a == b && b[0] == 9");
    }

    @Test
    void elementsThatAreReferencesAreTheObjectsOfTheState() {
        reference("self", "java.lang.Object[]", 1).contents("self", "self", "reference[]", "java.lang.Object[]", List.of(1L, 0L, 2L));
        reference("n", "p.Node", 2);
        reference("s", "java.util.Set", 3).contents("s", "s", "reference{}", "java.util.Set<?>", List.of(2L, 3L, 4L));
        isTrue("self[0] == self && self[1] == null && self[2] == n && s.contains(n) && s.contains(s) && !s.contains(self) && s.size()"
                + " == 3");
    }

    @Test
    void referencesOfTypesThatHaveNothingInCommonAreCompared() {
        reference("l", "java.util.List", 1).contents("l", "l", "int[]", "java.util.List<java.lang.Integer>", List.of(1));
        reference("k", "java.util.List", 2).contents("k", "k", "text[]", "java.util.List<java.lang.String>", List.of("x"));
        isTrue("l != k && l.get(0) == 1 && k.get(0).equals(\"x\")");
    }

    @Test
    void withoutDeclaredTypesTheSimplestObjectsHold() {
        variables.add(new Variable("a", ValueType.REFERENCE));
        values.add(1L);
        variables.add(new Variable("a[*]", ValueType.INT_SEQUENCE, "a", null, null, null));
        values.add(List.of(4));
        variables.add(new Variable("b[*]", ValueType.TEXT_BAG, "a", null, null, null));
        values.add(List.of("x"));
        isTrue("a != null && a___[0] == 4 && b___.contains(\"x\")");
    }
}
