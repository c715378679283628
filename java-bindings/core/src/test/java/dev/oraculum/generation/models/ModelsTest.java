package dev.oraculum.generation.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** The models do what the JDK's types do: both get the same calls. */
class ModelsTest {
    private static final int RUNS = 400;
    private static final int CALLS = 40;
    private static final String NOT_MODELLED = Intrinsics.unmodelled().getMessage();

    /** Something that is called on both. */
    private interface Call<C> {
        Object on(C collection) throws Exception;
    }

    /** Texts that fall into few buckets of a table, and null. */
    private static String element(Random random) {
        String[] some = {"a", "b", "q", "1", "Aa", "BB", "to", "from", null, "", "zz", "seventeen"};
        return some[random.nextInt(some.length)];
    }

    private static String outcome(Callable<Object> call) {
        try {
            return told(call.call());
        } catch (Exception e) {
            if (NOT_MODELLED.equals(e.getMessage())) {
                return NOT_MODELLED;
            }
            // A vector's exceptions are of a subclass of a list's in some methods, and not in others.
            return e instanceof IndexOutOfBoundsException ? "outside" : e.getClass().getName();
        }
    }

    private static String told(Object value) {
        if (value instanceof Object[]) {
            return Arrays.toString((Object[]) value) + value.getClass().getName();
        }
        if (value instanceof Iterator<?>) {
            List<Object> all = new ArrayList<>();
            ((Iterator<?>) value).forEachRemaining(element -> all.add(told(element)));
            return all.toString();
        }
        if (value instanceof Map.Entry<?, ?>) {
            return ((Map.Entry<?, ?>) value).getKey() + "=" + ((Map.Entry<?, ?>) value).getValue();
        }
        return String.valueOf(value);
    }

    private static <C> void compare(Supplier<? extends C> model, Supplier<? extends C> real, Function<Random, Call<C>> calls,
            Call<C> state) throws Exception {
        int known = 0;
        for (int run = 0; run < RUNS; run++) {
            Random random = new Random(run);
            C ours = model.get();
            C theirs = real.get();
            for (int i = 0; i < CALLS; i++) {
                Call<C> call = calls.apply(random);
                if (!equal(outcome(() -> call.on(theirs)), outcome(() -> call.on(ours)), "run " + run + ", call " + i)) {
                    // The engine knows nothing of it from here on.
                    break;
                }
                known += equal(outcome(() -> state.on(theirs)), outcome(() -> state.on(ours)), "run " + run + ", after call " + i) ? 1 : 0;
            }
        }
        assertTrue(known > RUNS * CALLS / 4, "after " + known + " calls the model knows what it has");
    }

    /** Whether the model knows it. */
    private static boolean equal(String expected, String ours, String when) {
        if (!ours.equals(NOT_MODELLED)) {
            assertEquals(expected, ours, when);
        }
        return !ours.equals(NOT_MODELLED);
    }

    private static Call<Collection<String>> onCollection(Random random) {
        String element = element(random);
        List<String> others = Arrays.asList(element(random), element(random));
        switch (random.nextInt(13)) {
            case 0:
                return c -> c.contains(element);
            case 1:
                return c -> c.remove(element);
            case 2:
                return c -> c.addAll(others);
            case 3:
                return c -> c.containsAll(others);
            case 4:
                return c -> c.retainAll(new HashSet<>(Arrays.asList("a", "b", "q", "1", element)));
            case 5:
                return c -> c.removeAll(others);
            case 6:
                return c -> c.isEmpty() ? "empty" : c.size();
            case 7:
                return c -> c.toArray(new String[2]);
            case 8:
                return c -> c.removeIf(own -> "Aa".equals(own));
            case 9:
                return c -> {
                    StringBuilder all = new StringBuilder();
                    c.forEach(all::append);
                    return all;
                };
            case 10:
                return c -> {
                    for (String own : c) {
                        if ("q".equals(own)) {
                            c.add(element);
                        }
                    }
                    return "through";
                };
            default:
                return c -> c.add(element);
        }
    }

    private static Call<List<String>> onList(Random random) {
        String element = element(random);
        int index = random.nextInt(8) - 1;
        switch (random.nextInt(9)) {
            case 0:
                return l -> l.get(index);
            case 1:
                return l -> l.set(index, element);
            case 2:
                return l -> l.remove(index);
            case 3:
                return l -> {
                    l.add(index, element);
                    return "added";
                };
            case 4:
                return l -> l.indexOf(element) + " " + l.lastIndexOf(element);
            case 5:
                return l -> {
                    ListIterator<String> iterator = l.listIterator(index);
                    StringBuilder told = new StringBuilder();
                    while (iterator.hasPrevious()) {
                        told.append(iterator.previousIndex()).append(iterator.previous());
                    }
                    iterator.next();
                    iterator.set("set");
                    iterator.remove();
                    iterator.add(element);
                    return told.append(iterator.nextIndex()).append(iterator.next());
                };
            case 6:
                return l -> {
                    l.listIterator().remove();
                    return "removed";
                };
            default:
                Call<Collection<String>> call = onCollection(random);
                return call::on;
        }
    }

    private static Call<Deque<String>> onDeque(Random random) {
        String element = element(random);
        List<Call<Deque<String>>> calls = List.of(
                d -> d.peek() + d.peekFirst() + d.peekLast(), Deque::poll, Deque::pollFirst, Deque::pollLast, Deque::pop, Deque::remove,
                Deque::getFirst, Deque::getLast, Deque::element, Deque::removeFirst, Deque::removeLast, d -> d.offer(element),
                d -> d.offerFirst(element), d -> d.offerLast(element), d -> d.removeFirstOccurrence(element), d -> d.remove(element),
                d -> d.removeLastOccurrence(element), d -> d.contains(element),
                d -> {
                    d.push(element);
                    d.addFirst("first");
                    d.addLast(element);
                    return d.size();
                });
        return calls.get(random.nextInt(calls.size()));
    }

    /** What the JDK's maps refuse even where it would change nothing, and what they then throw, differs. */
    private static Call<Map<String, Integer>> onMapThatStays(Random random) {
        String key = element(random);
        Integer value = random.nextInt(4) == 0 ? null : random.nextInt(3);
        List<Call<Map<String, Integer>>> calls = List.of(
                m -> m.put("k", 1), m -> m.get(key), m -> m.getOrDefault(key, 9), m -> m.containsKey(key), m -> m.containsValue(value),
                Map::size, Map::isEmpty, m -> m.putIfAbsent("k", 1), m -> m.remove("k", 1), m -> m.keySet().contains(key),
                m -> m.values().contains(value),
                m -> m.entrySet().iterator().next().setValue(1), m -> m.merge("k", 1, Integer::sum),
                m -> m.compute("k", (k, v) -> 1), m -> m.keySet().iterator(), m -> m.values().iterator());
        return calls.get(random.nextInt(calls.size()));
    }

    private static Call<Map<String, Integer>> onMap(Random random) {
        String key = element(random);
        Integer value = random.nextInt(4) == 0 ? null : random.nextInt(3);
        String another = "k" + random.nextInt(40);
        boolean clears = random.nextInt(20) == 0;
        Map<String, Integer> more = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            more.put(element(random) + i, value);
        }
        List<Call<Map<String, Integer>>> calls = List.of(
                m -> m.put(key, value), m -> m.put(key, value), m -> m.put(another, value), m -> m.get(key),
                m -> m.getOrDefault(key, 9), m -> m.containsKey(key), m -> m.containsValue(value), m -> m.remove(key),
                m -> m.remove(key, value), m -> m.putIfAbsent(key, value), Map::size, Map::isEmpty,
                m -> m.computeIfAbsent(key, k -> value), m -> m.computeIfPresent(key, (k, v) -> value),
                m -> m.compute(key, (k, v) -> v == null ? value : null), m -> m.merge(key, 7, (a, b) -> a > 1 ? null : a + b),
                m -> m.computeIfAbsent(key, k -> m.put("other", 1)),
                m -> {
                    m.putAll(more);
                    return "all";
                },
                m -> m.keySet().remove(key), m -> m.keySet().contains(key), m -> m.values().remove(value),
                m -> m.values().contains(value), m -> m.keySet().removeIf(k -> k != null && k.length() == 1),
                m -> {
                    StringBuilder all = new StringBuilder();
                    m.forEach((k, v) -> all.append(k).append(v));
                    return all;
                },
                m -> {
                    for (Map.Entry<String, Integer> entry : m.entrySet()) {
                        entry.setValue(entry.getValue() == null ? 1 : 2);
                    }
                    return "set";
                },
                m -> {
                    for (String own : m.keySet()) {
                        m.remove(own);
                    }
                    return "removed";
                },
                m -> {
                    if (clears) {
                        m.clear();
                    }
                    return "cleared";
                });
        return calls.get(random.nextInt(calls.size()));
    }

    @Test
    void lists() throws Exception {
        Call<List<String>> state = List::iterator;
        compare(ArrayListModel::new, ArrayList::new, ModelsTest::onList, state);
        compare(VectorModel::new, Vector::new, ModelsTest::onList, state);
        compare(LinkedListModel::new, LinkedList::new, ModelsTest::onList, state);
        List<String> some = List.of("a", "q", "Aa", "a");
        compare(() -> new ArrayListModel<>(some), () -> new ArrayList<>(some), ModelsTest::onList, state);
        compare(() -> ArraysModel.asList("a", "b", null), () -> Arrays.asList("a", "b", null), ModelsTest::onList, state);
        compare(() -> CollectionsModel.unmodifiableList(some), () -> Collections.unmodifiableList(some), ModelsTest::onList, state);
    }

    /** A part of a list, and a part of that: changes go through, and others' changes end it. */
    @Test
    void partsOfLists() throws Exception {
        List<String> some = List.of("a", "q", "Aa", "a", "zz", "1");
        Call<List<String>> state = List::iterator;
        compare(() -> new ArrayListModel<>(some).subList(1, 5), () -> new ArrayList<>(some).subList(1, 5), ModelsTest::onList, state);
        compare(() -> new LinkedListModel<>(some).subList(0, 4).subList(1, 3), () -> new LinkedList<>(some).subList(0, 4).subList(1, 3),
                ModelsTest::onList, state);
        compare(() -> ArraysModel.asList("a", "b", null).subList(1, 3), () -> Arrays.asList("a", "b", null).subList(1, 3),
                ModelsTest::onList, state);
        compare(() -> CollectionsModel.unmodifiableList(new ArrayListModel<>(some)).subList(2, 5),
                () -> Collections.unmodifiableList(new ArrayList<>(some)).subList(2, 5), ModelsTest::onList, state);
        compare(() -> ListModel.of("a", "b", "a").subList(1, 3), () -> List.of("a", "b", "a").subList(1, 3),
                random -> {
                    String element = random.nextBoolean() ? "a" : "q";
                    return l -> l.contains(element) + outcome(() -> l.indexOf(null));
                }, state);
        for (int from = -1; from < 4; from++) {
            for (int to = -1; to < 5; to++) {
                int first = from;
                int last = to;
                assertEquals(outcome(() -> new ArrayList<>(some.subList(0, 3)).subList(first, last).toArray()),
                        outcome(() -> new ArrayListModel<>(some.subList(0, 3)).subList(first, last).toArray()), from + " to " + to);
            }
        }
        ArrayListModel<String> ours = new ArrayListModel<>(some);
        List<String> part = ours.subList(1, 3);
        part.clear();
        assertEquals(told(List.of("a", "a", "zz", "1").iterator()), told(ours.iterator()));
        ours.add("more");
        assertEquals(ConcurrentModificationException.class.getName(), outcome(part::size));
    }

    @Test
    void stacksAndDeques() throws Exception {
        compare(LinkedListModel::new, LinkedList::new, ModelsTest::onDeque, Deque::toArray);
        compare(ArrayDequeModel::new, ArrayDeque::new, ModelsTest::onDeque, d -> d.size() + " " + d.peekFirst() + " " + d.peekLast());
        StackModel<String> ours = new StackModel<>();
        Stack<String> theirs = new Stack<>();
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            String element = element(random);
            int call = random.nextInt(5);
            assertEquals(outcome(() -> call < 2 ? theirs.push(element) : call == 2 ? theirs.pop() : call == 3 ? theirs.peek()
                    : theirs.search(element) + " " + theirs.empty()),
                    outcome(() -> call < 2 ? ours.push(element) : call == 2 ? ours.pop() : call == 3 ? ours.peek()
                    : ours.search(element) + " " + ours.empty()));
        }
    }

    /** In the order in which the JDK's iterators give them; that of some is not known to the model, and it says so. */
    @Test
    void mapsAndSets() throws Exception {
        Call<Map<String, Integer>> entries = map -> {
            List<String> all = new ArrayList<>();
            map.entrySet().forEach(entry -> all.add(told(entry)));
            return all + told(map.keySet().iterator()) + told(map.values().iterator());
        };
        compare(LinkedHashMapModel::new, LinkedHashMap::new, ModelsTest::onMap, entries);
        compare(HashMapModel::new, HashMap::new, ModelsTest::onMap, entries);
        compare(() -> new HashMapModel<>(3), () -> new HashMap<>(3), ModelsTest::onMap, entries);
        compare(HashSetModel::new, HashSet::new, ModelsTest::onCollection, Collection::iterator);
        compare(LinkedHashSetModel::new, LinkedHashSet::new, ModelsTest::onCollection, Collection::iterator);
        compare(() -> CollectionsModel.singletonMap("a", 1), () -> Collections.singletonMap("a", 1), ModelsTest::onMapThatStays,
                entries);
        Map<String, Integer> two = new LinkedHashMap<>(Map.of("a", 1));
        two.put("q", 2);
        compare(() -> CollectionsModel.unmodifiableMap(two), () -> Collections.unmodifiableMap(two), ModelsTest::onMapThatStays, entries);
        compare(() -> MapModel.of("a", 1), () -> Map.of("a", 1), ModelsTest::onMapThatStays, entries);
        compare(() -> new HashMapModel<>(MapModel.of("a", 1, "b", 2)), () -> new HashMap<>(Map.of("a", 1, "b", 2)), ModelsTest::onMap,
                entries);
        compare(() -> SetModel.of("a"), () -> Set.of("a"), ModelsTest::onCollection, Collection::iterator);
        compare(() -> new HashSetModel<>(SetModel.of("a", "b")), () -> new HashSet<>(Set.of("a", "b")), ModelsTest::onCollection,
                Collection::iterator);
        for (String key : Arrays.asList("a", "b", "q", null)) {
            List<Call<Map<String, Integer>>> calls = List.of(
                    m -> m.get(key), m -> m.getOrDefault(key, 9), m -> m.containsKey(key), m -> m.keySet().contains(key), Map::size);
            for (Call<Map<String, Integer>> call : calls) {
                assertEquals(outcome(() -> call.on(Map.of("a", 1, "b", 2))), outcome(() -> call.on(MapModel.of("a", 1, "b", 2))), key);
            }
            assertEquals(outcome(() -> Set.of("a", "b").contains(key)), outcome(() -> SetModel.of("a", "b").contains(key)), key);
        }
        assertEquals(NOT_MODELLED, outcome(() -> MapModel.of("a", 1, "b", 2).keySet().iterator()));
        assertEquals(NOT_MODELLED, outcome(() -> SetModel.of("a", "b").iterator()));
        assertEquals(NOT_MODELLED, outcome(() -> new LinkedHashMapModel<>(MapModel.of("a", 1, "b", 2)).keySet().iterator()));
        assertEquals(NOT_MODELLED, outcome(() -> new HashMapModel<>(MapModel.of("a", 1, "q", 2)).keySet().iterator()), "of one bucket");
        assertEquals(outcome(() -> Map.of("a", 1, "a", 2)), outcome(() -> MapModel.of("a", 1, "a", 2)));
        assertEquals(outcome(() -> Map.of("a", null)), outcome(() -> MapModel.of("a", null)));
        assertEquals(outcome(() -> Set.of("a", "a")), outcome(() -> SetModel.of("a", "a")));
        assertEquals(outcome(() -> Map.entry("a", 1)), outcome(() -> MapModel.entry("a", 1)));
        assertEquals(outcome(() -> Map.entry("a", 1).setValue(2)), outcome(() -> MapModel.entry("a", 1).setValue(2)));
        Set<String> shown = new TreeSet<>(List.of("a", "b"));
        compare(() -> CollectionsModel.unmodifiableSet(shown), () -> Collections.unmodifiableSet(shown), ModelsTest::onCollection,
                Collection::iterator);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            text.append("ab\r\n".charAt(random.nextInt(4)));
        }
        return text.toString();
    }

    private static Call<Reader> onReader(Random random) {
        int from = random.nextInt(5) - 1;
        int count = random.nextInt(5) - 1;
        switch (random.nextInt(10)) {
            case 0:
                return r -> {
                    char[] read = new char[4];
                    return r.read(read) + Arrays.toString(read);
                };
            case 1:
                return r -> {
                    char[] read = new char[4];
                    return r.read(read, from, count) + Arrays.toString(read);
                };
            case 2:
                return r -> r.skip(count);
            case 3:
                return r -> {
                    r.mark(from);
                    return r.ready();
                };
            case 4:
                return r -> {
                    r.reset();
                    return "back";
                };
            case 5:
                return r -> {
                    if (from + count > 5) {
                        r.close();
                    }
                    return r.markSupported();
                };
            default:
                return Reader::read;
        }
    }

    private static Call<Reader> onLines(Random random) {
        switch (random.nextInt(8)) {
            case 0:
                boolean closes = random.nextInt(20) == 0;
                return r -> {
                    if (closes) {
                        r.close();
                    }
                    return r.markSupported();
                };
            case 1:
            case 2:
            case 3:
                return r -> r instanceof BufferedReaderModel ? ((BufferedReaderModel) r).readLine() : ((BufferedReader) r).readLine();
            default:
                return Reader::read;
        }
    }

    @Test
    void readers() throws Exception {
        Random ofOurs = new Random(1);
        Random ofTheirs = new Random(1);
        compare(() -> new StringReaderModel(text(ofOurs)), () -> new StringReader(text(ofTheirs)), ModelsTest::onReader, r -> "");
        compare(() -> new BufferedReaderModel(new StringReader(text(ofOurs)), 1 + ofOurs.nextInt(9)),
                () -> new BufferedReader(new StringReader(text(ofTheirs)), 1 + ofTheirs.nextInt(9)), ModelsTest::onLines, r -> "");
        assertEquals(outcome(() -> new BufferedReader(new StringReader("a"), 0)),
                outcome(() -> new BufferedReaderModel(new StringReader("a"), 0)));
        assertEquals(outcome(() -> new BufferedReader(null)), outcome(() -> new BufferedReaderModel(null)));
        assertEquals(outcome(() -> new StringReader(null)), outcome(() -> new StringReaderModel(null)));
    }

    @Test
    void otherTypes() {
        for (String value : Arrays.asList("x", null)) {
            assertEquals(outcome(() -> Optional.of(value).get()), outcome(() -> OptionalModel.of(value).get()));
            Optional<String> theirs = Optional.ofNullable(value);
            OptionalModel<String> ours = OptionalModel.ofNullable(value);
            assertEquals(theirs.isPresent() + theirs.orElse("y") + theirs.orElseGet(() -> "z") + outcome(theirs::get),
                    ours.isPresent() + ours.orElse("y") + ours.orElseGet(() -> "z") + outcome(ours::get));
            assertEquals(outcome(() -> List.of("a", value).toArray()), outcome(() -> ListModel.of("a", value).toArray()));
            assertEquals(outcome(() -> List.of("a").contains(value)), outcome(() -> ListModel.of("a").contains(value)));
        }
        AtomicInteger theirs = new AtomicInteger(3);
        AtomicIntegerModel ours = new AtomicIntegerModel(3);
        assertEquals("" + theirs.getAndIncrement() + theirs.incrementAndGet() + theirs.addAndGet(4) + theirs.getAndAdd(-2)
                + theirs.compareAndSet(7, 9) + theirs.compareAndSet(1, 2) + theirs.getAndSet(5) + theirs.decrementAndGet()
                + theirs.getAndDecrement() + theirs,
                "" + ours.getAndIncrement() + ours.incrementAndGet() + ours.addAndGet(4) + ours.getAndAdd(-2) + ours.compareAndSet(7, 9)
                + ours.compareAndSet(1, 2) + ours.getAndSet(5) + ours.decrementAndGet() + ours.getAndDecrement() + ours.get());
        Random random = new Random(3);
        for (int run = 0; run < 200; run++) {
            int[] one = random.ints(random.nextInt(6), 0, 4).toArray();
            int[] other = random.ints(random.nextInt(6), 0, 4).toArray();
            assertEquals(Arrays.equals(one, other), ArraysModel.equals(one, other));
            int from = random.nextInt(8) - 1;
            int to = random.nextInt(9);
            assertEquals(outcome(() -> Arrays.toString(Arrays.copyOfRange(one, from, to))),
                    outcome(() -> Arrays.toString(ArraysModel.copyOfRange(one, from, to))));
            assertEquals(Arrays.toString(Arrays.copyOf(one, to)), Arrays.toString(ArraysModel.copyOf(one, to)));
            int[] sorted = one.clone();
            Arrays.sort(sorted);
            ArraysModel.sort(one);
            assertEquals(Arrays.toString(sorted), Arrays.toString(one));
        }
    }

    /** A method of a model that the JDK does not have would be called by nobody: its name or a type is wrong. */
    @Test
    void membersOfModelsAreThoseOfTheTypes() throws Exception {
        int members = 0;
        for (Map.Entry<String, byte[]> file : Models.classFiles().entrySet()) {
            String name = new ClassReader(file.getValue()).getClassName();
            assertEquals(file.getKey(), name);
            assertTrue(name.matches("java/(util|io|nio)/.*"), name);
            Class<?> type;
            try {
                type = Class.forName(name.replace('/', '.'));
            } catch (ClassNotFoundException e) {
                continue;
            }
            if (!Modifier.isPublic(type.getModifiers())) {
                continue;
            }
            Class<?> model = Class.forName(Models.class.getPackageName() + "." + type.getSimpleName() + "Model");
            for (Method method : model.getDeclaredMethods()) {
                if (Arrays.stream(method.getParameterTypes()).anyMatch(taken -> taken.getSimpleName().endsWith("Model"))) {
                    // A parameter of a type that has a model itself.
                    continue;
                }
                boolean api = Modifier.isPublic(method.getModifiers()) && !method.isBridge() && !method.isSynthetic();
                if (api) {
                    assertTrue(Arrays.stream(type.getMethods()).anyMatch(other -> isLike(method, other)), method.toString());
                    members++;
                }
            }
            for (Constructor<?> constructor : model.getDeclaredConstructors()) {
                members += Arrays.stream(type.getConstructors()).anyMatch(other -> isLike(constructor, other)) ? 1 : 0;
            }
        }
        assertTrue(members > 150, members + " members");
    }

    private static boolean isLike(Executable ours, Executable theirs) {
        String own = theirs instanceof Method ? theirs.getName() : ours.getName();
        return ours.getName().equals(own) && Modifier.isStatic(ours.getModifiers()) == Modifier.isStatic(theirs.getModifiers())
                && Arrays.toString(ours.getParameterTypes()).equals(Arrays.toString(theirs.getParameterTypes()));
    }
}
