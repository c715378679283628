package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.DefinitionSites.MethodKey;
import dev.oraculum.bytecode.DefinitionSites.Place;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.runtime.DataPlan.SiteKind;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.testing.Compiled;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DataWeavingTest {
    private static final String SUBJECT =
            """
            import java.util.*;
            public class Subject {
                static final int START = start();
                static int[] cells = new int[2];
                static long total;
                double share;
                boolean open;
                String name;
                enum Colour { RED }
                static class Node {
                    int id = 3;
                    Object next = this;
                    @Override public String toString() { throw new IllegalStateException("user code"); }
                    @Override public int hashCode() { throw new IllegalStateException("user code"); }
                }
                Subject(String name) {
                    this.name = name;
                }
                static int start() {
                    int s = 5;
                    return s;
                }
                int sum(int from, byte[] bytes) {
                    int sum = from;
                    for (int i = 0; i < bytes.length; i++) {
                        sum += bytes[i];
                    }
                    cells[1] = sum;
                    long[] wide = new long[1];
                    wide[0] = 7L;
                    share = sum / 2.0;
                    total = total + sum;
                    open = sum > 3;
                    try {
                        bytes[9] = 1;
                    } catch (ArrayIndexOutOfBoundsException e) {
                        sum = (char) sum;
                    }
                    return sum;
                }
                Object references() {
                    List<Object> list = new ArrayList<>(List.of("a\\n", 1, 'c', 2.5, Colour.RED));
                    list.add(null);
                    Object node = new Node();
                    Object lambda = (Runnable) () -> {};
                    Set<String> set = new HashSet<>(List.of("y", "x"));
                    return new Object[] {list, node};
                }
            }
            """;

    /** All definitions of the subject's own methods, by a name: {@code sum STORE sum#0}. */
    private static Map<String, Integer> number(Map<MethodKey, List<Place>> sites, List<DataPlan.Method> methods) {
        Map<String, Integer> names = new TreeMap<>();
        sites.forEach((key, places) -> {
            List<Site> numbered = new ArrayList<>();
            for (Place place : places) {
                String base = key.name() + " " + place.site().kind() + " " + place.site().variable() + "#";
                int next = 0;
                while (names.containsKey(base + next)) {
                    next++;
                }
                names.put(base + next, names.size());
                numbered.add(place.site().withDatum(names.size() - 1));
            }
            methods.add(new DataPlan.Method("Subject", key.name(), key.descriptor(), numbered));
        });
        return names;
    }

    private static Map<Integer, List<String>> decode(byte[] batch) throws Exception {
        Map<Integer, List<String>> traces = new TreeMap<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(batch));
        while (in.available() > 0) {
            in.skipNBytes(8);
            int datum = in.readInt();
            long count = in.readLong();
            // Hashes of all texts and of all states.
            in.skipNBytes(16);
            List<String> values = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) {
                values.add(new String(in.readNBytes(in.readInt()), java.nio.charset.StandardCharsets.UTF_8));
                in.readInt();
            }
            assertEquals(count, values.size());
            traces.put(datum, values);
        }
        return traces;
    }

    @Test
    void recordsEachDefinitionRightAfterIt() throws Exception {
        Compiled compiled = Compiled.of(SUBJECT, "-g");
        List<DataPlan.Method> methods = new ArrayList<>();
        Map<String, Integer> names = number(DefinitionSites.of(compiled.bytes("Subject")), methods);
        DataPlan plan = (DataPlan) RecordingKinds.plan(new DataPlan(names.size(), methods, 8).toBytes());
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(bytes -> new Instrumenter(plan, notices::add).instrument(bytes, true).orElse(bytes));
        Recorder.install(plan);
        Recorder.beginTest(4, Long.MAX_VALUE);
        var constructor = loader.loadClass("Subject").getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        Object subject = constructor.newInstance("n");
        var sum = subject.getClass().getDeclaredMethod("sum", int.class, byte[].class);
        sum.setAccessible(true);
        sum.invoke(subject, 2, new byte[] {1, 2});
        var references = subject.getClass().getDeclaredMethod("references");
        references.setAccessible(true);
        references.invoke(subject);
        assertEquals(List.of(1), Recorder.endTest().invocations());
        Map<Integer, List<String>> traces = decode(Recorder.drain(0));

        assertEquals(List.of("\"n\""), traces.get(names.get("<init> FIELD Subject.name#0")));
        assertEquals(List.of("2"), traces.get(names.get("sum PARAMETER 0#0")));
        assertEquals(List.of("byte[2]{1, 2}"), traces.get(names.get("sum PARAMETER 1#0")));
        assertEquals(List.of("2"), traces.get(names.get("sum STORE sum#0")));
        assertEquals(List.of("3", "5"), traces.get(names.get("sum STORE sum#1")));
        assertEquals(List.of("1", "2"), traces.get(names.get("sum INCREMENT i#0")));
        assertEquals(List.of("[1] = 5"), traces.get(names.get("sum ELEMENT #0")));
        assertEquals(List.of("[0] = 7"), traces.get(names.get("sum ELEMENT #1")));
        assertEquals(null, traces.get(names.get("sum ELEMENT #2")), "the assignment throws: it defines nothing");
        assertEquals(List.of("2.5"), traces.get(names.get("sum FIELD Subject.share#0")));
        assertEquals(List.of("5"), traces.get(names.get("sum STATIC_FIELD Subject.total#0")));
        assertEquals(List.of("true"), traces.get(names.get("sum FIELD Subject.open#0")));
        assertEquals(List.of("5"), traces.get(names.get("sum RETURN #0")));
        assertEquals(List.of("java.util.ArrayList[0]"),
                traces.get(names.get("references STORE list#0")).stream().map(t -> t.substring(0, 22).replace('5', '0')).toList());
        assertEquals(List.of("Subject$Node{id=3, next=Subject$Node{id=3, next=Subject$Node}}"),
                traces.get(names.get("references STORE node#0")));
        assertEquals(List.of("Subject$$Lambda"), traces.get(names.get("references STORE lambda#0")));
        assertEquals(List.of("java.util.HashSet[2]{\"x\", \"y\"}"), traces.get(names.get("references STORE set#0")));
        assertEquals(
                List.of("java.lang.Object[2]{java.util.ArrayList[6]{\"a\\n\", 1, 'c', 2.5, Subject$Colour.RED, null},"
                        + " Subject$Node{id=3, next=Subject$Node}}"),
                traces.get(names.get("references RETURN #0")));
        assertEquals(null, traces.get(names.get("start RETURN #0")), "a static initializer called it");
        assertEquals(List.of(), notices);
        assertEquals(List.of(), Recorder.drainFaults());
    }

    private static Site site(SiteKind kind, String variable, int line) {
        return new Site(kind, variable, line, 'I', -1);
    }

    @Test
    void findsSitesAgainInAnotherVersion() {
        List<Site> original = List.of(
                site(SiteKind.STORE, "a", 0), site(SiteKind.STORE, "b", 1), site(SiteKind.STORE, "b", 2), site(SiteKind.STORE, "b", 3),
                site(SiteKind.RETURN, "", 4));
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, DefinitionSites.align(original, original));
        List<Site> mutant = List.of(original.get(0), original.get(1), original.get(3), original.get(4));
        assertArrayEquals(new int[] {0, 1, -1, 2, 3}, DefinitionSites.align(original, mutant), "the line tells which of the b is gone");
        List<Site> shifted = original.stream().map(s -> site(s.kind(), s.variable(), s.line() + 1)).toList();
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, DefinitionSites.align(original, shifted), "lines alone do not pull sites apart");
        assertArrayEquals(new int[] {-1, -1, -1, -1, -1}, DefinitionSites.align(original, List.of()));
    }
}
