package dev.oraculum.verification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodFormTest {
    @TempDir
    static Path classes;

    @BeforeAll
    static void compileTheClassesUnderTest() throws Exception {
        Path source = Files.createDirectories(classes.resolve("src/pkg")).resolve("Stack.java");
        Files.writeString(
                source,
                """
                package pkg;
                class Stack<E> extends java.util.AbstractList<E> {
                    private int top;
                    private Node node;
                    private static final class Node { private int depth; }
                    public E get(int i) { return null; }
                    public int size() { return top; }
                }
                class Other { private int secret; }
                class Maps<K extends Comparable<K>> {
                    private K[] keys;
                    static final class Math { }
                    <V> int best(java.util.Map<K, Integer> scores, java.util.HashSet<Integer> set, java.util.List<? extends V> wild, \
                    java.util.List<String> words, K[] raw) {
                        return scores.size();
                    }
                    class Inner {
                        K at(K key) { return keys.length > 0 ? keys[0] : key; }
                    }
                }
                """);
        assertEquals(0, JdkCompiler.get().run(null, null, null, "-g", "-d", classes.toString(), source.toString()));
    }

    private static final Schema SCHEMA = new Schema(
            "pkg.Stack#push(int)",
            List.of(
                    new Variable("this", ValueType.REFERENCE, null, "this", null, "pkg.Stack"),
                    new Variable("x", ValueType.INT),
                    new Variable("result", ValueType.INT, null, "result", null, null),
                    new Variable("old_x", ValueType.INT, null, "old_x", "x", null),
                    new Variable("other", ValueType.REFERENCE, null, "other", null, "pkg.Other"),
                    new Variable("node", ValueType.REFERENCE, null, "node", null, "pkg.Stack$Node"),
                    new Variable("old_this.top", ValueType.INT, null, "old_this_top", "this.top", null),
                    new Variable("list", ValueType.REFERENCE, null, "list", null, "java.util.List"),
                    new Variable("list[*]", ValueType.sequence(ValueType.INT), "list", "list", null, "java.util.List<java.lang.Integer>"),
                    new Variable("a", ValueType.REFERENCE, null, "a", null, "int[]"),
                    new Variable("a[*]", ValueType.sequence(ValueType.INT), "a", "a", null, "int[]"),
                    new Variable("old_a[*]", ValueType.sequence(ValueType.INT), "a", "old_a_copy", "a == null ? null : a.clone()",
                            "int[]")));

    private static String error(String java, String... variables) {
        List<Variable> used = SCHEMA.variables().stream().filter(v -> List.of(variables).contains(v.name())).toList();
        return MethodForm.compilationError(new AssertionText("not used", java, 1, used, List.of()), SCHEMA, "pkg.Stack", List.of(classes));
    }

    @Test
    void privateFieldsOfTheClassAreInReach() {
        assertNull(error("this.top == old_this_top + 1 && old_x == x", "old_x", "old_this.top", "x"));
    }

    @Test
    void privateMembersOfANestedClassAreInReach() {
        assertNull(error("node != null && node.depth > 0", "node"));
    }

    @Test
    void protectedFieldsOfASuperclassAreInReach() {
        assertNull(error("this.modCount >= 0", "this"));
    }

    @Test
    void privateFieldsOfAnotherClassAreNot() {
        String error = error("other.secret == 0", "other");
        assertNotNull(error);
        assertTrue(error.contains("secret"), error);
    }

    @Test
    void whatIsNotBooleanDoesNotCompile() {
        assertNotNull(error("x + 1", "x"));
    }

    private static String errorWith(List<ExitValue> exitValues, String java, String... variables) {
        List<Variable> used = SCHEMA.variables().stream().filter(v -> List.of(variables).contains(v.name())).toList();
        return MethodForm.compilationError(new AssertionText("not used", java, 1, used, exitValues), SCHEMA, "pkg.Stack", List.of(classes));
    }

    private static final String ALL_ABOVE_X = "java.util.stream.IntStream.range(0, a.length).allMatch(k -> finalA[k] > finalX)";

    @Test
    void elementsHaveTheTypeOfTheirList() {
        assertNull(error("list.get(0) > x", "list", "x"));
    }

    @Test
    void aLambdaReadsCopiesOfLocals() {
        List<ExitValue> copies = List.of(new ExitValue("finalA", "int[]", "a"), new ExitValue("finalX", "int", "x"));
        assertNull(errorWith(copies, ALL_ABOVE_X, "a", "x"));
        assertNotNull(errorWith(List.of(), ALL_ABOVE_X.replace("finalA", "a").replace("finalX", "x"), "a", "x"),
                "the method may assign its locals again");
    }

    @Test
    void aLambdaReadsTheResultItself() {
        List<ExitValue> copies = List.of(new ExitValue("finalA", "int[]", "a"));
        assertNull(errorWith(copies, ALL_ABOVE_X.replace("finalX", "result"), "a", "result"),
                "the result is final where the assertion stands");
    }

    @Test
    void copiesOnEntryAreDeclaredAtTheStart() {
        assertNull(errorWith(List.of(), "java.util.Arrays.equals(a, old_a_copy)", "a", "old_a[*]"));
    }

    private static Variable reference(String name, String javaType) {
        return new Variable(name, ValueType.REFERENCE, null, name, null, javaType);
    }

    private static final Schema MAPS = new Schema(
            "pkg.Maps#best(java.util.Map,java.util.HashSet,java.util.List,java.util.List,java.lang.Comparable[])",
            List.of(
                    reference("this", "pkg.Maps"),
                    reference("scores", "java.util.Map"),
                    new Variable("scores.values()[*]", ValueType.of("int{}"), "scores", "scores.values()", null,
                            "java.util.Collection<java.lang.Integer>"),
                    reference("set", "java.util.HashSet"),
                    new Variable("set[*]", ValueType.of("int{}"), "set", "set", null, "java.util.Set<java.lang.Integer>"),
                    new Variable("old_set", ValueType.REFERENCE, null, "old_set", "set", "java.util.HashSet"),
                    reference("wild", "java.util.List"),
                    reference("words", "java.util.List"),
                    reference("raw", "java.lang.Comparable[]"),
                    new Variable("raw.length", ValueType.INT, "raw", "raw.length", null, null),
                    new Variable("result", ValueType.INT, null, "result", null, null)));

    private static String inMaps(String java, String... variables) {
        List<Variable> used = MAPS.variables().stream().filter(v -> List.of(variables).contains(v.name())).toList();
        return MethodForm.compilationError(new AssertionText("not used", java, 1, used, List.of()), MAPS, "pkg.Maps", List.of(classes));
    }

    @Test
    void typesAreThoseOfTheSource() {
        assertNull(inMaps("java.util.Collections.max(scores.values()) > result", "scores", "scores.values()[*]", "result"));
        assertNull(inMaps("old_set == set && set.contains(result)", "old_set", "set", "set[*]", "result"));
        assertNull(inMaps("raw.length == this.keys.length && raw[0] == this.keys[0]", "raw", "raw.length", "this"));
        assertNull(inMaps("wild == null || wild == words", "wild", "words"));
    }

    @Test
    void whatTheSourceCannotCompareDoesNotCompile() {
        assertNotNull(inMaps("words == scores.values()", "words", "scores"));
    }

    @Test
    void aNestedClassHidesAnotherOfItsName() {
        assertNotNull(inMaps("Math.abs(result) == 1", "result"));
    }

    @Test
    void anInnerClassKnowsTheTypesAroundIt() {
        Schema schema = new Schema(
                "pkg.Maps$Inner#at(java.lang.Comparable)",
                List.of(reference("this", "pkg.Maps.Inner"), reference("key", "java.lang.Comparable"),
                        reference("result", "java.lang.Comparable")));
        AssertionText text = new AssertionText("not used", "result == key && result.compareTo(key) == 0", 1, schema.variables(), List.of());
        assertNull(MethodForm.compilationError(text, schema, "pkg.Maps$Inner", List.of(classes)));
    }
}
