package dev.oraculum.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several runs that together do what one run would do, on other machines or at other times: of the classes of the run, in their
 * order, every {@code of}-th from the {@code number}-th on. What belongs to a class stays together. {@link Oraculum#merge} makes one result
 * of theirs.
 *
 * @param number from 1 to {@code of}
 * @param of how many there are, 1 or more
 */
public record Shard(int number, int of) {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

    public Shard {
        if (of < 1 || number < 1 || number > of) {
            throw new IllegalArgumentException("shard is " + number + "/" + of + ": expected k/n, with k from 1 to n");
        }
    }

    /**
     * Reads {@code k/n}.
     *
     * @throws IllegalArgumentException it is not of this form, or k is not from 1 to n
     */
    public static Shard parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("shard is \"" + text + "\": expected k/n, as 2/8");
        }
        return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /**
     * Those of some items that are of this shard's classes, in their order.
     *
     * @param className of an item
     */
    public <T> List<T> select(List<T> items, Function<T, String> className) {
        Map<String, Integer> places = new LinkedHashMap<>();
        items.forEach(item -> places.putIfAbsent(className.apply(item), places.size()));
        List<T> selected = new ArrayList<>();
        for (T item : items) {
            if (places.get(className.apply(item)) % of == number - 1) {
                selected.add(item);
            }
        }
        return selected;
    }

    /**
     * What the result of a shard says of it; no part of the result of a whole run.
     *
     * @param number as above
     * @param of as above
     * @param run digest of what all shards of a run have in common: code, tests, settings, seed, and what is looked at
     * @param all how many classes the run has, those of all shards
     * @param classes names of those of the shard, in the order of the run
     */
    public record Part(int number, int of, String run, int all, List<String> classes) {
        public Part {
            classes = List.copyOf(classes);
        }
    }
}
