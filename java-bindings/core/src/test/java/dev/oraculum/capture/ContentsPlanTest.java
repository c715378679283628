package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.evidence.Variable;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which contents are planned, under which types and Java texts, and what is recorded of them. */
class ContentsPlanTest {
    private static final String SOURCE =
            """
            package p;
            import java.util.*;
            public class K<T> {
                private static class Hidden {}
                public static class Own extends ArrayList<Integer> {}
                private final Map<String, Integer> counts = new TreeMap<>();
                protected List<T> things = new ArrayList<>();
                public Set<Character> m(
                        byte[] bytes, Integer[] boxes, T[] generic, Hidden[][] hidden, LinkedList<Long> longs, List<?> any,
                        List<? extends Integer> bounded, List raw, Collection<Boolean> flags, Deque<List<String>> nested,
                        Own own, CharSequence chars, Iterable<String> iterable, Map<Double, int[]> map) {
                    List<Float> floats = new ArrayList<>();
                    floats.add(1.5f);
                    counts.merge("a", 1, Integer::sum);
                    return new HashSet<>(Set.of('x'));
                }
            }""";

    @TempDir
    Path directory;

    private static Map<String, Variable> contents(PlannedCapture capture) {
        return capture.schema().variables().stream()
                .filter(v -> v.type().isContents())
                .collect(Collectors.toMap(Variable::name, v -> v, (a, b) -> a, java.util.LinkedHashMap::new));
    }

    private static String describe(Variable v) {
        return v.type().notation() + " | " + v.javaType() + " | " + v.java() + (v.entry() == null ? "" : " = " + v.entry());
    }

    @Test
    void typesFollowTheGenericDeclarations() {
        try (Project project = Project.of(directory, SOURCE, "-g")) {
            Map<String, String> described = new TreeMap<>();
            contents(project.plan("p.K#m")).forEach((name, v) -> described.put(name, describe(v)));
            Map<String, String> expected = new TreeMap<>();
            expected.put("bytes[*]", "byte[] | byte[] | bytes");
            expected.put("boxes[*]", "int[] | java.lang.Integer[] | boxes");
            expected.put("generic[*]", "reference[] | java.lang.Object[] | generic");
            expected.put("hidden[*]", "reference[] | p.K.Hidden[][] | hidden");
            expected.put("longs[*]", "long[] | java.util.List<java.lang.Long> | longs");
            expected.put("any[*]", "reference[] | java.util.List<?> | any");
            expected.put("bounded[*]", "reference[] | java.util.List<?> | bounded");
            expected.put("raw[*]", "reference[] | java.util.List<?> | raw");
            expected.put("flags[*]", "boolean{} | java.util.Collection<java.lang.Boolean> | flags");
            expected.put("nested[*]", "reference{} | java.util.Collection<?> | nested");
            expected.put("map.keySet()[*]", "double{} | java.util.Set<java.lang.Double> | map.keySet()");
            expected.put("map.values()[*]", "reference{} | java.util.Collection<?> | map.values()");
            expected.put("floats[*]", "float[] | java.util.List<java.lang.Float> | floats");
            expected.put("result[*]", "char{} | java.util.Set<java.lang.Character> | result");
            expected.put("this.counts.keySet()[*]", "text{} | java.util.Set<java.lang.String> | this.counts.keySet()");
            expected.put("this.counts.values()[*]", "int{} | java.util.Collection<java.lang.Integer> | this.counts.values()");
            expected.put("this.things[*]", "reference[] | java.util.List<?> | this.things");
            expected.put("old_bytes[*]", "byte[] | byte[] | old_bytes_copy = bytes == null ? null : bytes.clone()");
            expected.put("old_boxes[*]", "int[] | java.lang.Integer[] | old_boxes_copy = boxes == null ? null : boxes.clone()");
            expected.put("old_generic[*]",
                    "reference[] | java.lang.Object[] | old_generic_copy = generic == null ? null : generic.clone()");
            expected.put("old_hidden[*]", "reference[] | p.K.Hidden[][] | old_hidden_copy = hidden == null ? null : hidden.clone()");
            String list = " = %1$s == null ? null : new java.util.ArrayList<>(%1$s)";
            expected.put("old_longs[*]", "long[] | java.util.List<java.lang.Long> | old_longs_copy" + list.formatted("longs"));
            expected.put("old_any[*]", "reference[] | java.util.List<?> | old_any_copy" + list.formatted("any"));
            expected.put("old_bounded[*]", "reference[] | java.util.List<?> | old_bounded_copy" + list.formatted("bounded"));
            expected.put("old_raw[*]", "reference[] | java.util.List<?> | old_raw_copy" + list.formatted("raw"));
            expected.put("old_flags[*]", "boolean{} | java.util.Collection<java.lang.Boolean> | old_flags_copy" + list.formatted("flags"));
            expected.put("old_nested[*]", "reference{} | java.util.Collection<?> | old_nested_copy" + list.formatted("nested"));
            expected.put("old_map.keySet()[*]", "double{} | java.util.Set<java.lang.Double> | old_map_keySet_copy"
                    + " = map == null ? null : new java.util.LinkedHashSet<>(map.keySet())");
            expected.put("old_map.values()[*]", "reference{} | java.util.Collection<?> | old_map_values_copy"
                    + " = map == null ? null : new java.util.ArrayList<>(map.values())");
            expected.put("old_this.counts.keySet()[*]", "text{} | java.util.Set<java.lang.String> | old_this_counts_keySet_copy"
                    + " = this.counts == null ? null : new java.util.LinkedHashSet<>(this.counts.keySet())");
            expected.put("old_this.counts.values()[*]", "int{} | java.util.Collection<java.lang.Integer> | old_this_counts_values_copy"
                    + " = this.counts == null ? null : new java.util.ArrayList<>(this.counts.values())");
            expected.put("old_this.things[*]", "reference[] | java.util.List<?> | old_this_things_copy" + list.formatted("this.things"));
            assertEquals(lines(expected), lines(described));
        }
    }

    private static String lines(Map<String, String> map) {
        return map.entrySet().stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    /** As the patch does: every entry value declared with its type at the method's start, every exit text read at the end. */
    @Test
    void declarationsOfEntryCopiesCompile() {
        try (Project project = Project.of(directory, SOURCE, "-g")) {
            StringBuilder entry = new StringBuilder();
            StringBuilder exit = new StringBuilder();
            for (Variable v : contents(project.plan("p.K#m")).values()) {
                if (v.entry() != null) {
                    entry.append("final ").append(v.javaType()).append(' ').append(v.java()).append(" = ").append(v.entry()).append(";\n");
                } else if (!v.name().startsWith("result")) {
                    exit.append(v.javaType()).append(" c").append(exit.length()).append(" = ").append(v.java()).append(";\n");
                }
            }
            String woven = SOURCE.replace("List<Float> floats", entry + "List<Float> floats").replace("return", exit + "return");
            assertTrue(woven.contains("old_map_keySet_copy") && woven.contains("List<java.lang.Float> c"), woven);
            assertFalse(Compiled.of(woven, "-Xlint:none").classes().isEmpty());
        }
    }

    @Test
    void recordsWhatThereIsOnEntryAndAtTheExit() throws Exception {
        String source =
                """
                package p;
                import java.util.*;
                public class R {
                    private final Map<String, Integer> counts = new HashMap<>();
                    public void m(int[] a, List<String> names, Set<Integer> numbers, String text) {
                        Arrays.sort(a);
                        for (String name : names) { counts.merge(name, 1, Integer::sum); }
                        names.clear();
                        numbers.add(a[0]);
                    }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            Map<String, Object> state = project.recordOne(
                    "p.R#m", type -> type.getMethod("m", int[].class, List.class, java.util.Set.class, String.class)
                    .invoke(type.getConstructor().newInstance(), new int[] {2, 1}, new java.util.ArrayList<>(List.of("n", "n")),
                    new HashSet<>(), "\uD800"));
            Map<String, Object> expected = new HashMap<>();
            expected.put("a[*]", List.of(1L, 2L));
            expected.put("old_a[*]", List.of(2L, 1L));
            expected.put("names[*]", List.of());
            expected.put("old_names[*]", List.of("n", "n"));
            expected.put("numbers[*]", List.of(1L));
            expected.put("old_numbers[*]", List.of());
            expected.put("text[*]", "\uD800");
            expected.put("old_text[*]", "\uD800");
            expected.put("this.counts.keySet()[*]", List.of("n"));
            expected.put("this.counts.values()[*]", List.of(2L));
            expected.put("old_this.counts.keySet()[*]", List.of());
            expected.put("old_this.counts.values()[*]", List.of());
            state.keySet().removeIf(name -> !name.endsWith("[*]"));
            assertEquals(expected, state);
        }
    }

    @Test
    void contentsAreASetting() {
        try (Project project = Project.of(directory, SOURCE, "-g")) {
            PlannedCapture paper = project.plan("p.K#m", CaptureSettings.DEFAULT.withContents(false));
            assertEquals(Map.of(), contents(paper));
            PlannedCapture bounded = project.plan("p.K#m", CaptureSettings.DEFAULT.withContentsLimits(3, 4));
            assertEquals(3, bounded.plan().limits().contentsLimit());
            assertEquals(4, bounded.plan().limits().textLimit());
        }
    }

    @Test
    void contentsOfLocalsGoFirstThoseOfFieldsStayLongerThanTheirObservers() {
        String source =
                """
                public class F {
                    int[] field = {};
                    void m(int[] parameter) { int[] local = parameter; local[0]++; }
                }""";
        try (Project project = Project.of(directory, source, "-g")) {
            List<String> all = project.variables("F#m");
            PlannedCapture fewer = project.plan("F#m", CaptureSettings.DEFAULT.withMaxVariables(all.size() - 4));
            List<String> kept = fewer.schema().variables().stream().map(Variable::name).toList();
            List<String> dropped = all.stream().filter(name -> !kept.contains(name)).toList();
            assertEquals(List.of("local.length", "local[*]", "this.field.length", "old_this.field.length"), dropped);
        }
    }

    @Test
    void aDamagedSignatureTellsNothing() {
        assertEquals(TypeArguments.NONE, TypeArguments.of("Ljava/util/List<"));
        assertEquals(List.of(TypeArguments.NONE), TypeArguments.ofMethod("(L", 1).parameters());
        assertEquals(List.of(TypeArguments.NONE, TypeArguments.NONE), TypeArguments.ofMethod("(I)V", 2).parameters());
        TypeArguments two = TypeArguments.of("Lp/Outer<TT;>.Inner<Ljava/lang/String;[I>;");
        assertEquals(Arrays.asList("java/lang/String", null), two.classes().stream().map(c -> c.orElse(null)).toList());
    }
}
