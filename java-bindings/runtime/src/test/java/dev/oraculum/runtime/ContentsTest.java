package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.StatePlan.Exit;
import dev.oraculum.runtime.StatePlan.Limits;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.StepKind;
import dev.oraculum.runtime.StatePlan.Variable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded of strings, arrays, collections and maps, driven as woven code drives it. */
class ContentsTest {
    private static Variable contents(Moment moment, StepKind kind, char sort, char element) {
        return new Variable(moment + " " + kind, sort, moment, 0, List.of(Step.contents(kind, element)));
    }

    private static StatePlan plan(Limits limits, Variable... variables) {
        Root holder = new Root(RootKind.PARAMETER, 0, "a", "Ljava/lang/Object;");
        return new StatePlan(
                "C", "m", "(Ljava/lang/Object;)V", 1, List.of(new Exit(0, 1, 0)), List.of(holder), List.of(holder),
                List.of(variables), limits);
    }

    /** One invocation of a method whose parameter is {@code before} on entry and {@code after} at the exit. */
    private static byte[] record(StatePlan plan, Object before, Object after) {
        Recorder.install(plan);
        Recorder.beginTest(0, 1_000_000);
        Invocation invocation = Probes.enterPlanned(0);
        Probes.value(before, invocation, 0);
        Probes.entered(invocation);
        Probes.value(after, invocation, 0);
        Probes.exit(invocation, 0);
        Recorder.endTest();
        return Recorder.drain(0);
    }

    /** The elements of contents read at the exit; null where they are absent. */
    private static List<Object> elements(Limits limits, StepKind kind, char element, Object holder) {
        byte[] bytes = record(plan(limits, contents(Moment.EXIT, kind, '[', element)), holder, holder);
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(bytes.length - 4, in.getInt());
        in.position(14);
        boolean present = in.get() == 1;
        int offset = in.getInt();
        int count = in.getInt();
        assertEquals(0, offset);
        if (!present) {
            assertEquals(0, count);
            assertEquals(0, in.remaining());
            return null;
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (element == 'T') {
                int length = in.getInt();
                StringBuilder text = new StringBuilder();
                for (int j = 0; j < length; j++) {
                    text.append(in.getChar());
                }
                elements.add(length < 0 ? null : text.toString());
            } else {
                long bits = in.getLong();
                elements.add(element == 'F' || element == 'D' ? (Object) Double.longBitsToDouble(bits) : (Object) bits);
            }
        }
        assertEquals(0, in.remaining());
        return elements;
    }

    private static List<Object> elements(char element, Object holder) {
        return elements(Limits.DEFAULT, StepKind.ELEMENTS, element, holder);
    }

    private static List<Object> longs(long... values) {
        List<Object> list = new ArrayList<>();
        Arrays.stream(values).forEach(list::add);
        return list;
    }

    @AfterEach
    void nothingIsWrong() {
        assertEquals(List.of(), Recorder.drainFaults());
    }

    @Test
    void writesTheDocumentedBytes() {
        StatePlan plan = plan(
                Limits.DEFAULT,
                contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'I'),
                new Variable("a", 'L', Moment.EXIT, 0, List.of()),
                contents(Moment.ENTRY, StepKind.ELEMENTS, '[', 'I'));
        byte[] bytes = record(plan, new int[] {7}, new int[] {-1, 2});
        assertEquals(
                "3b000000" + "00000000" + "00000000" + "0000" + "07"
                        + "00000000" + "02000000" + "0100000000000000" + "10000000" + "01000000"
                        + "ffffffffffffffff" + "0200000000000000" + "0700000000000000",
                HexFormat.of().formatHex(bytes));
    }

    @Test
    void writesTextsAsCodeUnits() {
        StatePlan text = plan(Limits.DEFAULT, contents(Moment.EXIT, StepKind.ELEMENTS, 'T', 'T'));
        byte[] lone = record(text, "", "a\uD83D");
        assertEquals("01" + "00000000" + "02000000" + "6100" + "3dd8", HexFormat.of().formatHex(lone).substring(28));
        StatePlan texts = plan(Limits.DEFAULT, contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'T'));
        byte[] three = record(texts, null, new String[] {"\uDE00", null, ""});
        assertEquals(
                "01" + "00000000" + "03000000" + "01000000" + "00de" + "ffffffff" + "00000000",
                HexFormat.of().formatHex(three).substring(28));
    }

    @Test
    void readsArraysOfEveryElementType() {
        assertEquals(longs(1, 0), elements('Z', new boolean[] {true, false}));
        assertEquals(longs(-128, 127), elements('B', new byte[] {-128, 127}));
        assertEquals(longs(Short.MIN_VALUE), elements('S', new short[] {Short.MIN_VALUE}));
        assertEquals(longs(0, 0xffff), elements('C', new char[] {0, 0xffff}));
        assertEquals(longs(Integer.MIN_VALUE, 5), elements('I', new int[] {Integer.MIN_VALUE, 5}));
        assertEquals(longs(Long.MAX_VALUE), elements('J', new long[] {Long.MAX_VALUE}));
        assertEquals(List.of(0.1f + 0.0, Double.NaN), elements('F', new float[] {0.1f, Float.NaN}));
        assertEquals(List.of(-0.0, Double.NEGATIVE_INFINITY), elements('D', new double[] {-0.0, Double.NEGATIVE_INFINITY}));
        assertEquals(Arrays.asList("a", null, "b"), elements('T', new String[] {"a", null, "b"}));
        assertEquals(longs(3, 4), elements('I', new Integer[] {3, 4}));
        assertEquals(longs(), elements('I', new int[0]));
    }

    /** Long arrays are written all at once. */
    @Test
    void longArraysHaveTheSameBitsAsShortOnes() {
        double[] doubles = new double[40];
        Arrays.setAll(doubles, i -> i / 7.0 - 2);
        doubles[5] = Double.longBitsToDouble(0xfff8_0000_0000_0001L);
        doubles[6] = -0.0;
        doubles[39] = Double.NEGATIVE_INFINITY;
        byte[] bytes = record(plan(Limits.DEFAULT, contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'D')), doubles, doubles);
        ByteBuffer tail = ByteBuffer.wrap(bytes, bytes.length - 8 * 40, 8 * 40).order(ByteOrder.LITTLE_ENDIAN);
        for (double number : doubles) {
            assertEquals(Double.doubleToLongBits(number), tail.getLong());
        }
        long[] longs = new long[40];
        Arrays.setAll(longs, i -> Long.MIN_VALUE + 31L * i);
        assertEquals(longs(longs), elements('J', longs));
    }

    @Test
    void anArrayThatChangesBetweenEntryAndExitIsReadTwice() {
        int[] changing = new int[20];
        StatePlan plan = plan(
                Limits.DEFAULT, contents(Moment.ENTRY, StepKind.ELEMENTS, '[', 'I'), contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'I'));
        Recorder.install(plan);
        Recorder.beginTest(0, 1_000_000);
        Invocation invocation = Probes.enterPlanned(0);
        Probes.value(changing, invocation, 0);
        Probes.entered(invocation);
        changing[19] = 3;
        Probes.value(changing, invocation, 0);
        Probes.exit(invocation, 0);
        Recorder.endTest();
        ByteBuffer records = ByteBuffer.wrap(Recorder.drain(0)).order(ByteOrder.LITTLE_ENDIAN);
        int end = records.capacity();
        assertEquals(3, records.getLong(end - 8));
        assertEquals(0, records.getLong(end - 8 * 21));
    }

    @Test
    void readsBoxesByTheirDeclaredType() {
        assertEquals(longs(1), elements('Z', List.of(true)));
        assertEquals(longs(-1), elements('B', List.of((byte) -1)));
        assertEquals(longs(-2), elements('S', List.of((short) -2)));
        assertEquals(longs('x'), elements('C', List.of('x')));
        assertEquals(longs(3, 3), elements('I', List.of(3, 3)));
        assertEquals(longs(4), elements('J', List.of(4L)));
        assertEquals(List.of(0.5), elements('F', List.of(0.5f)));
        assertEquals(List.of(2.5), elements('D', List.of(2.5)));
        assertNull(elements('I', Arrays.asList(1, null)), "a null is no int");
        assertNull(elements('I', List.of(1L)), "an unchecked cast put a Long there");
        assertNull(elements('I', new Integer[] {null}));
        assertNull(elements('T', List.of(1)));
    }

    @Test
    void elementsThatAreReferencesAreNumberedAfterTheVariables() {
        Object a = new Object();
        Object[] array = new Object[] {null, a, null, "s", a, null};
        array[5] = array;
        StatePlan plan = plan(
                Limits.DEFAULT,
                contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'L'),
                new Variable("a", 'L', Moment.EXIT, 0, List.of()),
                contents(Moment.ENTRY, StepKind.ELEMENTS, '[', 'L'));
        ByteBuffer in = ByteBuffer.wrap(record(plan, List.of("s", new Object()), array)).order(ByteOrder.LITTLE_ENDIAN);
        in.position(15 + 3 * 8);
        List<Object> numbers = new ArrayList<>();
        while (in.hasRemaining()) {
            numbers.add(in.getLong());
        }
        // The array itself is variable 1; a and "s" come first among the elements, then the second element of the list.
        assertEquals(longs(0, 2, 0, 3, 2, 1, 3, 4), numbers);
    }

    @Test
    void readsTheCollectionsAndMapsOfTheJdk() {
        assertEquals(longs(1, 2), elements('I', new TreeSet<>(Set.of(2, 1))));
        assertEquals(longs(5, 5), elements('I', new ArrayDeque<>(List.of(5, 5))));
        assertEquals(List.of("k"), elements('T', Collections.unmodifiableList(Arrays.asList("k"))));
        assertEquals(List.of("k"), elements('T', Collections.synchronizedSet(new TreeSet<>(List.of("k")))));
        Map<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2));
        assertEquals(List.of("a", "b"), elements(Limits.DEFAULT, StepKind.KEYS, 'T', map));
        assertEquals(longs(1, 2), elements(Limits.DEFAULT, StepKind.VALUES, 'I', map));
        assertEquals(longs(7), elements(Limits.DEFAULT, StepKind.VALUES, 'I', new IdentityHashMap<>(Map.of("x", 7))));
    }

    @Test
    void readingLeavesAMapInAccessOrderAsItIs() {
        Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        map.put("a", 1);
        map.put("b", 2);
        map.get("a");
        assertEquals(List.of("b", "a"), elements(Limits.DEFAULT, StepKind.KEYS, 'T', map));
        assertEquals(longs(2, 1), elements(Limits.DEFAULT, StepKind.VALUES, 'I', map));
        assertEquals("{b=2, a=1}", map.toString());
    }

    /** A collection of the program: it ticks, as woven code does. */
    private static final class Foreign extends AbstractList<Integer> {
        private int calls;

        @Override
        public Integer get(int index) {
            Probes.tick();
            calls++;
            return index;
        }

        @Override
        public int size() {
            Probes.tick();
            calls++;
            return 3;
        }
    }

    @Test
    void collectionsOfTheProgramAreNotRead() {
        Foreign foreign = new Foreign();
        assertNull(elements('I', foreign));
        assertEquals(0, foreign.calls);
        assertNull(elements('I', new ArrayList<>(List.of(1)) {}), "a subclass may have any behaviour");
        assertNull(elements('I', new WeakHashMap<>(Map.of(1, 1)).keySet()));
    }

    @Test
    void aWrapperOfTheJdkAroundACollectionOfTheProgramIsGivenUpAtTheFirstTick() {
        Foreign foreign = new Foreign();
        assertNull(elements('I', Collections.unmodifiableList(foreign)));
        assertEquals(0, foreign.calls, "the first probe ends the reading");
        Recorder.install(plan(Limits.DEFAULT, contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'I')));
        Recorder.beginTest(0, 1000);
        Invocation invocation = Probes.enterPlanned(0);
        Probes.entered(invocation);
        Probes.value(Collections.unmodifiableList(foreign), invocation, 0);
        Probes.exit(invocation, 0);
        TestTally tally = Recorder.endTest();
        assertEquals(0, tally.ticks(), "the test does not pay for it");
        assertTrue(!tally.overBudget());
        Recorder.drain(0);
    }

    @Test
    void aCollectionThatChangesWhileItIsReadIsAbsent() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> view = list.subList(0, 2);
        list.add(4);
        assertNull(elements('I', view), "ConcurrentModificationException");
    }

    @Test
    void whatIsLongerThanItsBoundIsAbsent() {
        Limits limits = Limits.DEFAULT.withContents(3, 2);
        assertEquals(longs(1, 2, 3), elements(limits, StepKind.ELEMENTS, 'I', new int[] {1, 2, 3}));
        assertNull(elements(limits, StepKind.ELEMENTS, 'I', new int[4]));
        assertNull(elements(limits, StepKind.ELEMENTS, 'I', new Integer[] {1, 2, 3, 4}));
        assertEquals(longs(1, 2, 3), elements(limits, StepKind.ELEMENTS, 'I', List.of(1, 2, 3)));
        assertNull(elements(limits, StepKind.ELEMENTS, 'I', List.of(1, 2, 3, 4)));
        assertEquals(List.of("ab"), elements(limits, StepKind.ELEMENTS, 'T', List.of("ab")));
        assertNull(elements(limits, StepKind.ELEMENTS, 'T', List.of("abc")));
        StatePlan text = plan(limits, contents(Moment.EXIT, StepKind.ELEMENTS, 'T', 'T'));
        assertEquals(27, record(text, "", "ab").length);
        assertEquals(23, record(text, "", "abc").length);
    }

    @Test
    void theContentsOfOneStateAreBoundedTogether() {
        Limits limits = Limits.DEFAULT.withContents(Integer.MAX_VALUE, Integer.MAX_VALUE);
        int most = StateBuffer.MAX_TAIL_BYTES / 8;
        StatePlan two = plan(
                limits,
                contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'I'),
                contents(Moment.ENTRY, StepKind.ELEMENTS, '[', 'I'));
        assertEquals(31 + 8 * most, record(two, new int[most - 1], new int[1]).length);
        byte[] over = record(two, new int[most - 1], new int[2]);
        assertEquals(31 + 8 * (most - 1), over.length);
        assertEquals(0b10, over[14], "what was read on entry stays");
        assertEquals(31, record(two, new int[most + 1], new long[most + 1]).length);
    }

    @Test
    void entryContentsAreThoseOfTheEntry() {
        int[] array = {3, 1};
        Recorder.install(plan(
                Limits.DEFAULT,
                contents(Moment.EXIT, StepKind.ELEMENTS, '[', 'I'),
                contents(Moment.ENTRY, StepKind.ELEMENTS, '[', 'I')));
        Recorder.beginTest(0, 1000);
        Invocation invocation = Probes.enterPlanned(0);
        Probes.value(array, invocation, 0);
        Probes.entered(invocation);
        Arrays.sort(array);
        Probes.value(array, invocation, 0);
        Probes.exit(invocation, 0);
        Recorder.endTest();
        ByteBuffer in = ByteBuffer.wrap(Recorder.drain(0)).order(ByteOrder.LITTLE_ENDIAN);
        in.position(31);
        assertEquals(longs(1, 3, 3, 1), longs(in.getLong(), in.getLong(), in.getLong(), in.getLong()));
    }

    @Test
    void aNullHolderHasNoContents() {
        assertNull(elements('I', null));
    }
}
