package dev.oraculum.ranking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.agent.Instrumenter;
import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.TestTally;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.InvocationRecord;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a planned and woven class leaves behind when a test uses it. */
class InvocationRecordingTest {
    private static final String SUBJECT =
            """
            import java.util.*;
            public class Subject {
                static final Subject SHARED = new Subject(9);
                int n;
                Node head;
                int[] numbers = {1, 2};
                String text;
                Integer box = 5;

                public Subject(int n) {
                    this(n, "t" + n);
                }

                Subject(int n, String text) {
                    super();
                    if (n < 0) {
                        throw new IllegalArgumentException("negative");
                    }
                    this.n = n;
                    this.text = text;
                }

                public int half(int by) {
                    int result = n / by;
                    by = -1;
                    return result;
                }

                public int caught(int by) {
                    try {
                        return half(by);
                    } catch (ArithmeticException e) {
                        return -1;
                    }
                }

                public long factorial(int k) {
                    if (k <= 1) {
                        return 1;
                    }
                    return k * factorial(k - 1);
                }

                public Node push(int value) {
                    Node node = new Node();
                    node.value = value;
                    node.next = head == null ? node : head;
                    head = node;
                    return node;
                }

                public static List<String> reverse(List<String> list) {
                    List<String> copy = new ArrayList<>(list);
                    list = null;
                    Collections.reverse(copy);
                    return copy;
                }

                public void swap(int[] a) {
                    int first = a[0];
                    a[0] = a[1];
                    a[1] = first;
                    a = null;
                }

                public int viaLambda(int x) {
                    java.util.function.IntUnaryOperator f = y -> y + n;
                    return f.applyAsInt(x);
                }

                static class Node {
                    int value;
                    Node next;
                }
            }
            """;

    @TempDir
    private Path directory;

    private Compiled compiled;

    private PlannedInvocations plan(int depth, boolean cumulative, String... options) throws Exception {
        compiled = Compiled.of(SUBJECT, options.length == 0 ? new String[] {"-g"} : options);
        for (Map.Entry<String, byte[]> entry : compiled.classes().entrySet()) {
            Files.write(directory.resolve(entry.getKey() + ".class"), entry.getValue());
        }
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            return InvocationPlanner.plan(classPath, "Subject", depth, cumulative);
        }
    }

    private interface Body {
        void run(Class<?> type) throws Exception;
    }

    private TestTally tally;

    /** Runs tests on the woven class, one after the other, in one JVM. */
    private List<List<InvocationRecord>> record(InvocationPlan planned, Body... tests) throws Exception {
        InvocationPlan plan = (InvocationPlan) RecordingKinds.plan(planned.toBytes());
        assertEquals(planned, plan);
        List<String> notices = new ArrayList<>();
        ClassLoader loader = compiled.load(bytes -> new Instrumenter(plan, notices::add).instrument(bytes, true).orElse(bytes));
        Class<?> type = loader.loadClass("Subject");
        Recorder.install(plan);
        List<List<InvocationRecord>> records = new ArrayList<>();
        for (int i = 0; i < tests.length; i++) {
            Recorder.beginTest(i, Long.MAX_VALUE);
            try {
                tests[i].run(type);
            } finally {
                tally = Recorder.endTest();
            }
            records.add(InvocationRecord.decode(plan, Recorder.drain(0)));
        }
        assertEquals(List.of(), Recorder.drainFaults());
        assertEquals(List.of(), notices);
        return records;
    }

    /** What one plan of a run leaves. */
    private byte[] batch(Plan plan, int place) throws Exception {
        List<String> notices = new ArrayList<>();
        Instrumenter instrumenter = new Instrumenter(plan, notices::add);
        Class<?> type = compiled.load(bytes -> instrumenter.instrument(bytes, true).orElse(bytes)).loadClass("Subject");
        Recorder.install(plan);
        Recorder.beginTest(0, Long.MAX_VALUE);
        Object subject = make(type, 7);
        call(subject, "caught", 0);
        call(subject, "factorial", 3);
        call(subject, "push", 5);
        assertEquals("", Recorder.endTest().fault());
        assertEquals(List.of(), notices);
        return Recorder.drain(place);
    }

    /** Statements are found by the numbers of instructions, which probes of other plans must not shift. */
    @Test
    void plansInTheSameMethodsShiftNoStatement() throws Exception {
        InvocationPlan invocations = plan(1, false).plan();
        List<DataPlan.Method> methods = new ArrayList<>();
        int[] data = {0};
        DefinitionSites.of(compiled.bytes("Subject")).forEach((key, places) -> {
            List<DataPlan.Site> sites = places.stream().map(place -> place.site().withDatum(data[0]++)).toList();
            methods.add(new DataPlan.Method("Subject", key.name(), key.descriptor(), sites));
        });
        DataPlan definitions = new DataPlan(data[0], methods, 8);
        CoveragePlan coverage = CoveragePlan.of(List.of(compiled.bytes("Subject")));
        byte[] alone = batch(invocations, 0);
        assertTrue(alone.length > 200, "records of several invocations");
        assertArrayEquals(alone, batch(new PlanSet(List.of(coverage, definitions, invocations)), 2));
        assertArrayEquals(batch(definitions, 0), batch(new PlanSet(List.of(invocations, coverage, definitions)), 2));
        assertArrayEquals(batch(coverage, 0), batch(new PlanSet(List.of(invocations, coverage, definitions)), 1));
    }

    private List<InvocationRecord> recordOne(InvocationPlan plan, Body test) throws Exception {
        return record(plan, test).get(0);
    }

    private static Object make(Class<?> type, int n) throws Exception {
        return type.getConstructor(int.class).newInstance(n);
    }

    private static Object call(Object receiver, String name, Object... arguments) throws Exception {
        for (var method : receiver.getClass().getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method.invoke(receiver, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static List<String> order(List<InvocationRecord> records) {
        return records.stream().map(r -> r.invocation() + " " + r.method() + (r.threw() ? " threw" : "")).toList();
    }

    @Test
    void everyInvocationIsRecordedWhenItEnds() throws Exception {
        List<InvocationRecord> records = recordOne(plan(2, true).plan(), type -> {
            Object subject = make(type, 8);
            assertEquals(4, call(subject, "half", 2));
            assertEquals(-1, call(subject, "caught", 0));
            assertEquals(6L, call(subject, "factorial", 3));
        });
        // The shared instance is made in a static initializer, which is nobody's.
        assertEquals(
                List.of(
                        "1 <init>", "0 <init>", "2 half", "4 half threw", "3 caught", "7 factorial", "6 factorial", "5 factorial"),
                order(records));
        Map<String, Object> half = records.get(2).values();
        assertEquals(8L, half.get("old_this.n"));
        assertEquals(2L, half.get("old_by"));
        assertEquals(4L, half.get("result"));
        assertEquals("t8", half.get("this.text[*]"));
        assertEquals(List.of(1L, 2L), half.get("this.numbers[*]"));
        assertEquals(2L, half.get("this.numbers.length"));
        assertEquals(5L, half.get("this.box.intValue()"));
        Map<String, Object> threw = records.get(3).values();
        assertEquals(0L, threw.get("old_by"));
        assertEquals(8L, threw.get("old_this.n"));
        for (String name : threw.keySet()) {
            assertTrue(name.startsWith("old_") || threw.get(name) == null, name);
        }
        Map<String, Object> made = records.get(0).values();
        assertEquals(8L, made.get("this.n"));
        assertEquals("t8", made.get("old_text[*]"));
        assertTrue(made.keySet().stream().noneMatch(name -> name.startsWith("old_this")));
    }

    @Test
    void aConstructorThatThrowsEndsTheOneThatCalledIt() throws Exception {
        List<InvocationRecord> records = recordOne(plan(1, true).plan(), type -> {
            assertThrows(InvocationTargetException.class, () -> make(type, -1));
            make(type, 1);
        });
        assertEquals(List.of("1 <init> threw", "0 <init> threw", "3 <init>", "2 <init>"), order(records));
        assertEquals(-1L, records.get(1).values().get("old_n"));
    }

    @Test
    void attributesAreFollowedToTheDepthAndNotFurther() throws Exception {
        PlannedInvocations planned = plan(2, true);
        List<InvocationRecord> records = recordOne(planned.plan(), type -> {
            Object subject = make(type, 1);
            call(subject, "push", 3);
            call(subject, "push", 4);
        });
        Map<String, Object> first = records.get(3).values();
        assertEquals(null, first.get("old_this.head.value"), "absent: there is no head");
        assertEquals(0L, first.get("old_this.head"));
        assertEquals(null, first.get("old_this.head.next"), "absent, not null");
        assertEquals(3L, first.get("this.head.value"));
        assertEquals(first.get("result"), first.get("this.head"), "the same object");
        assertEquals(first.get("this.head"), first.get("this.head.next"), "a cycle");
        Map<String, Object> second = records.get(5).values();
        assertEquals(4L, second.get("result.value"));
        assertEquals(3L, second.get("result.next.value"));
        Set<String> names = new HashSet<>();
        planned.schemas().forEach(schema -> schema.variables().forEach(variable -> names.add(variable.name())));
        assertTrue(names.contains("result.next.next") && !names.contains("result.next.next.value"), names::toString);
        assertTrue(names.contains("this.head.next") && !names.contains("this.head.next.value"), names::toString);
    }

    @Test
    void parametersAtTheExitAreTheObjectsOfTheEntry() throws Exception {
        List<InvocationRecord> records = recordOne(plan(2, true).plan(), type -> {
            Object subject = make(type, 1);
            call(subject, "reverse", new ArrayList<>(List.of("a", "b")));
            call(subject, "swap", new int[] {7, 8});
        });
        Map<String, Object> reverse = records.get(2).values();
        assertEquals(List.of("a", "b"), reverse.get("old_list[*]"));
        assertEquals(List.of("a", "b"), reverse.get("list[*]"));
        assertEquals(List.of("b", "a"), reverse.get("result[*]"));
        Map<String, Object> swap = records.get(3).values();
        assertEquals(List.of(7L, 8L), swap.get("old_a[*]"));
        assertEquals(List.of(8L, 7L), swap.get("a[*]"));
        assertEquals(swap.get("old_a"), swap.get("a"));
    }

    /** Statement numbers of the lines of a method, in order. */
    private static List<Integer> statements(PlannedInvocations planned, String method) {
        return planned.plan().methods().stream()
                .filter(m -> m.name().equals(method))
                .flatMap(m -> m.marks().stream().map(InvocationPlan.Mark::statement))
                .distinct()
                .toList();
    }

    @Test
    void profilesOfATestGrowAndThoseOfAnInvocationAreItsOwn() throws Exception {
        PlannedInvocations planned = plan(0, true);
        Body body = type -> {
            Object subject = make(type, 8);
            call(subject, "half", 2);
            call(subject, "caught", 4);
            call(subject, "caught", 0);
        };
        List<InvocationRecord> cumulative = recordOne(planned.plan(), body);
        List<Integer> half = statements(planned, "half");
        List<Integer> caught = statements(planned, "caught");
        assertEquals(3, half.size());
        assertEquals(3, caught.size());
        assertEquals(List.of("1 <init>", "0 <init>", "2 half", "4 half", "3 caught", "6 half threw", "5 caught"), order(cumulative));
        assertEquals(new TreeSet<>(half), cumulative.get(2).statements());
        assertEquals(Set.of(caught.get(0)), cumulative.get(3).statements(), "half is not new, the first line of its caller is");
        assertEquals(Set.of(), cumulative.get(4).statements());
        assertEquals(Set.of(), cumulative.get(5).statements());
        assertEquals(new TreeSet<>(caught.subList(1, 3)), cumulative.get(6).statements());

        List<InvocationRecord> own = recordOne(plan(0, false).plan(), body);
        assertEquals(new TreeSet<>(half), own.get(2).statements());
        assertEquals(new TreeSet<>(half), own.get(3).statements());
        Set<Integer> both = new TreeSet<>(half);
        both.add(caught.get(0));
        assertEquals(both, own.get(4).statements(), "with those of what it calls");
        assertEquals(Set.of(half.get(0)), own.get(5).statements(), "up to where it threw");
    }

    @Test
    void theNextTestStartsFromNothing() throws Exception {
        Body body = type -> call(make(type, 8), "half", 2);
        List<List<InvocationRecord>> records = record(plan(1, true).plan(), body, body);
        assertEquals(
                records.get(0).stream().map(r -> r.method() + r.statements() + r.values()).toList(),
                records.get(1).stream().map(r -> r.method() + r.statements() + r.values()).toList());
        assertEquals(List.of(1, 1, 1), records.get(1).stream().map(InvocationRecord::test).toList());
    }

    @Test
    void manyInvocationsAreThinnedButLoseNoStatement() throws Exception {
        PlannedInvocations planned = plan(0, true);
        InvocationPlan plan = planned.plan();
        InvocationPlan small = new InvocationPlan(
                plan.methods(), plan.statements(), true, new dev.oraculum.runtime.StatePlan.Limits(4, 100), 1000);
        List<InvocationRecord> records = recordOne(small, type -> {
            Object subject = make(type, 8);
            for (int i = 0; i < 100; i++) {
                call(subject, "caught", i == 50 ? 0 : 1);
            }
            call(subject, "factorial", 1);
        });
        long caught = records.stream().filter(r -> r.method().equals("caught")).count();
        assertTrue(caught > 4 && caught < 30, caught + " of 100");
        assertEquals(List.of(records.size() + tally.thinned()), tally.invocations());
        assertEquals(tally.recorded(), records.size());
        Set<Integer> all = new TreeSet<>();
        records.forEach(r -> all.addAll(r.statements()));
        assertTrue(all.containsAll(statements(planned, "caught").subList(0, 3)));

        InvocationPlan few = new InvocationPlan(plan.methods(), plan.statements(), true, plan.limits(), 10);
        assertEquals(10, recordOne(few, type -> {
            Object subject = make(type, 8);
            for (int i = 0; i < 100; i++) {
                call(subject, "half", 1);
            }
        }).size());
        assertEquals(92, tally.thinned());
    }

    @Test
    void threadsAreRecordedOneRecordAtATime() throws Exception {
        List<InvocationRecord> records = recordOne(plan(1, true).plan(), type -> {
            Object subject = make(type, 8);
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(i -> new Thread(() -> {
                        try {
                            for (int j = 1; j <= 50; j++) {
                                call(subject, "half", j);
                            }
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        });
        assertEquals(202, records.size());
        assertEquals(IntStream.range(0, 202).boxed().toList(),
                records.stream().map(InvocationRecord::invocation).sorted(Comparator.naturalOrder()).toList());
        for (InvocationRecord record : records.subList(2, 202)) {
            assertEquals(8 / (Long) record.values().get("old_by"), record.values().get("result"));
        }
    }

    @Test
    void lambdasAreMethodsAndBlocksStandForLines() throws Exception {
        PlannedInvocations lines = plan(1, true);
        List<InvocationRecord> records = recordOne(lines.plan(), type -> call(make(type, 3), "viaLambda", 4));
        assertEquals(List.of("1 <init>", "0 <init>", "3 lambda$viaLambda$0", "2 viaLambda"), order(records));
        PlannedInvocations blocks = plan(1, true, "-g:none");
        records = recordOne(blocks.plan(), type -> call(make(type, 3), "factorial", 1));
        InvocationRecord factorial = records.get(2);
        assertEquals(statements(blocks, "factorial").subList(0, 2), new ArrayList<>(factorial.statements()),
                "the test and the first branch");
        assertEquals(3, statements(blocks, "factorial").size());
        assertEquals(1L, factorial.values().get("old_arg0"));
    }

    @Test
    void whatIsPlanned() throws Exception {
        PlannedInvocations planned = plan(1, true);
        List<String> methods = planned.plan().methods().stream().map(m -> m.className() + "." + m.name()).toList();
        assertTrue(methods.contains("Subject$Node.<init>") && methods.contains("Subject.half"), methods::toString);
        assertTrue(methods.stream().noneMatch(name -> name.contains("clinit")), methods::toString);
        assertEquals(
                IntStream.range(0, planned.plan().statements()).boxed().toList(),
                planned.plan().methods().stream().flatMap(m -> m.marks().stream()).map(InvocationPlan.Mark::statement).distinct().sorted()
                        .toList());
        assertEquals(planned.plan().methods().size(), planned.schemas().size());
        for (int i = 0; i < planned.schemas().size(); i++) {
            assertEquals(
                    Arrays.asList(planned.schemas().get(i).variables().stream().map(v -> v.name()).toArray()),
                    planned.plan().methods().get(i).variables().stream().map(v -> (Object) v.name()).toList());
        }
    }
}
