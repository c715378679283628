package conditions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Conditions on what collections of the JDK hold: numbers and texts go in, and are asked for later. */
public final class Baskets {
    private final List<Integer> prices = new ArrayList<>();
    private final Map<String, Integer> stock = new HashMap<>();
    private final Set<Long> seen = new LinkedHashSet<>();
    private final Deque<Integer> waiting = new ArrayDeque<>();

    public void price(int price) {
        prices.add(price);
    }

    public void stock(String name, int count) {
        stock.put(name, count);
    }

    /** Through two elements. */
    public String total() {
        if (prices.size() < 2) {
            return "few";
        }
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum == 73_519 ? "wanted" : "other";
    }

    /** By a key and the value behind it. */
    public String ask(String name) {
        Integer count = stock.get(name);
        if (count == null) {
            return "none";
        }
        return count * 3 == 40_962 ? "exactly" : "some";
    }

    /** The same number again, changed. */
    public boolean again(long number) {
        seen.add(number ^ 0x5DEECE66DL);
        return seen.contains(number + 99_991);
    }

    public String serve(int first, int second) {
        waiting.push(first * 7);
        waiting.addLast(second);
        if (waiting.pop() == waiting.pollLast() + 123_456) {
            return "fits";
        }
        return "fits not";
    }

    public static int place(int wanted, int one, int other) {
        List<Integer> shown = Collections.unmodifiableList(List.of(one - 5, other ^ 4_711));
        return shown.indexOf(wanted + 1_000_003);
    }

    /** In the order of a hash table. */
    public static String route(int first, int second) {
        Map<String, Integer> parts = new HashMap<>();
        parts.put("to", first);
        parts.put("from", second);
        int route = 17;
        for (Map.Entry<String, Integer> part : parts.entrySet()) {
            route = route * 31 + part.getValue();
        }
        return route == 40_961_379 ? "home" : "away";
    }
}
