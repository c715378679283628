import static dev.oraculum.agent.Sink.free;
import static dev.oraculum.agent.Sink.reached;

import dev.oraculum.agent.Sink;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/**
 * Values that go through code that is not tracked: boxes, texts, collections, callbacks. Each method is a test: what {@code source()}
 * returns is anomalous.
 */
public class Libraries {
    static int source() {
        return 7;
    }

    static int clean() {
        return 5;
    }

    static class Pair {
        final int first;
        final int second;

        Pair(int first, int second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public String toString() {
            return "pair of " + first;
        }
    }

    static void boxing() {
        Integer box = source();
        Object o = box;
        reached(o);
        reached((Integer) o + 1);
        Long l = Long.valueOf(clean());
        free(l);
        free(l.intValue());
        reached(box.compareTo(3));
        reached(Integer.toString(box));
        reached(Integer.parseInt("" + box));
        reached(box.hashCode());
        free(l.equals(5L) ? 1 : 0);
        reached(Math.max(box, 1));
        reached(new java.math.BigDecimal(source()).add(java.math.BigDecimal.ONE));
        free(java.math.BigDecimal.ONE.add(java.math.BigDecimal.TEN));
    }

    static void strings() {
        String s = "a" + source() + 'b';
        reached(s);
        reached(s.length());
        reached(s.substring(1).charAt(0));
        String t = "a" + clean();
        free(t);
        free(t.length());
        StringBuilder b = new StringBuilder("x");
        free(b.toString());
        b.append(clean()).append(source());
        reached(b.toString());
        reached(b.length());
        StringBuilder other = new StringBuilder().append(clean());
        free(other.toString());
        reached(String.format("%d %d", 1, source()));
        free(String.format("%d %d", 1, 2));
        reached("p" + new Pair(source(), 1));
        free("p" + new Pair(1, source()));
        reached(String.valueOf(new Pair(source(), 1)));
        char[] chars = s.toCharArray();
        reached(chars[0]);
        reached(new String(chars));
    }

    static void collections() {
        List<Integer> list = new ArrayList<>();
        list.add(clean());
        free(list.get(0));
        list.add(source());
        reached(list.get(1));
        Map<String, Integer> map = new HashMap<>();
        map.put("a", source());
        reached(map.get("a"));
        Map<String, Integer> none = new TreeMap<>();
        none.put("a", clean());
        free(none.get("a"));
        int sum = 0;
        for (int number : list) {
            sum += number;
        }
        reached(sum);
        Iterator<Integer> numbers = none.values().iterator();
        free(numbers.next());
        reached(map.toString());
        free(none.toString());
        Integer[] boxes = list.toArray(new Integer[0]);
        reached(boxes[1]);
        List<Pair> pairs = new ArrayList<>(List.of(new Pair(source(), clean())));
        reached(pairs.get(0).first);
        free(pairs.get(0).second);
        reached(pairs);
        free(List.of(new Pair(1, source())));
        Deque<Object> deque = new ArrayDeque<>();
        deque.push(source());
        reached(deque.pop());
        reached(Optional.of(source()).get());
        reached(Optional.of(source()).map(x -> x + 1).get());
    }

    static void views() {
        java.io.StringWriter text = new java.io.StringWriter();
        java.io.StringWriter other = new java.io.StringWriter();
        java.io.PrintWriter writer = new java.io.PrintWriter(new java.io.BufferedWriter(text));
        java.io.PrintWriter plain = new java.io.PrintWriter(other, true);
        List<Integer> list = new ArrayList<>();
        List<Integer> fixed = Collections.unmodifiableList(list);
        Map<Integer, Integer> map = new HashMap<>();
        Set<Integer> keys = map.keySet();
        Integer[] array = {1, 2};
        List<Integer> ofArray = Arrays.asList(array);
        writer.print(source());
        writer.flush();
        plain.print(clean());
        plain.flush();
        reached(text.toString());
        free(other.toString());
        free(fixed.size());
        free(keys.size());
        list.add(source());
        map.put(source(), 1);
        reached(fixed.get(0));
        reached(keys.iterator().next());
        free(ofArray.get(0));
        array[1] = source();
        reached(ofArray.get(1));
        List<Integer> copy = new ArrayList<>(List.of(1, 2));
        copy.subList(0, 1).set(0, source());
        reached(copy.get(0));
        List<Integer> copied = new ArrayList<>(copy);
        reached(copied.get(0));
        List<Integer> before = new ArrayList<>();
        List<Integer> after = new ArrayList<>(before);
        after.add(source());
        free(before.size());
    }

    static class ByFirst implements Comparator<Pair> {
        @Override
        public int compare(Pair a, Pair b) {
            return Integer.compare(a.first, b.first);
        }
    }

    static void callbacks() {
        List<Pair> pairs = new ArrayList<>(List.of(new Pair(3, 1), new Pair(source(), 2)));
        free(pairs.get(0).second);
        pairs.sort(new ByFirst());
        reached(pairs.get(0).second);
        List<Pair> clean = new ArrayList<>(List.of(new Pair(3, source()), new Pair(4, 2)));
        clean.sort(new ByFirst());
        free(clean.get(0).first);
        reached(Collections.max(pairs, new ByFirst()).second);
        free(Collections.max(clean, new ByFirst()).first);
        Comparator<Pair> reversed = Collections.reverseOrder(new ByFirst());
        reached(reversed.compare(new Pair(1, 1), new Pair(source(), 1)));
        free(reversed.compare(new Pair(1, source()), new Pair(2, 1)));
    }

    static void lambdas() {
        int a = source();
        int b = clean();
        IntUnaryOperator plus = x -> x + a;
        IntUnaryOperator plain = x -> x + b;
        reached(plus.applyAsInt(1));
        free(plain.applyAsInt(1));
        reached(plain.applyAsInt(a));
        IntBinaryOperator right = (x, y) -> y;
        free(right.applyAsInt(a, b));
        reached(right.applyAsInt(b, a));
        Supplier<Object> text = String.valueOf(a)::trim;
        reached(text.get());
        reached(Sink.call(() -> a + 1));
        free(Sink.call(() -> b + 1));
        reached(IntStream.of(1, 2).map(x -> x * a).sum());
        free(IntStream.of(1, 2).map(x -> x * b).sum());
        int[] seen = new int[2];
        List.of(1, 2).forEach(x -> seen[0] += x + a);
        reached(seen[0]);
        free(seen[1]);
        Function<Integer, Pair> make = x -> new Pair(x, 1);
        reached(make.apply(a).first);
        free(make.apply(b).first);
        reached(Stream.of(b, a).map(x -> x + 1).collect(Collectors.toList()));
    }

    static class Bag extends ArrayList<Integer> {
        int adds;

        @Override
        public boolean add(Integer x) {
            adds++;
            return super.add(x);
        }
    }

    static void subclassesOfUntracked() {
        Bag bag = new Bag();
        bag.add(source());
        free(bag.adds);
        reached(bag.get(0));
        Bag other = new Bag();
        other.add(clean());
        free(other.get(0));
    }
}
