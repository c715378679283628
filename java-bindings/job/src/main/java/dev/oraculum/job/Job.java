package dev.oraculum.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The jobs, with the options that their results depend on. Options have the names that they have in the Java API. */
public enum Job {
    /** What tests should assert about a method, classes, packages, or all that tests refer to. */
    IMPROVE("method", "packages", "constructors", "assertion", "seed", "budget", "totalBudget", "testTimeout", "allow", "mutators",
            "shard"),
    /** What held at the entry and exit of methods in all tests. */
    INFER("method", "packages", "constructors", "testTimeout"),
    /** Which assertions of generated tests are probably wrong. */
    RANK("generatedTestClasses", "testTimeout", "maxUnsafe"),
    /** Which variables are worth asserting on, and what the tests give them. */
    SELECT("packages", "testTimeout", "record"),
    /** Whether the code still gives the values of an oracle. */
    CHECK("testTimeout", "allowGone", "maxMismatches"),
    /** Tests that reach the branches of classes. */
    GENERATE("method", "packages", "seed", "budget", "totalBudget", "maxTests", "junit", "minBranchCoverage", "allow", "shard");

    private static final List<String> COMMON = Collections.unmodifiableList(Arrays.asList(
            "classes", "testClasses", "excludeFailingTests", "environment", "sandbox"));
    private static final List<String> LISTS = Collections.unmodifiableList(Arrays.asList(
            "classes", "packages", "testClasses", "environment", "allow", "mutators", "generatedTestClasses"));
    private static final List<String> TIMES = Collections.unmodifiableList(Arrays.asList("budget", "totalBudget", "testTimeout"));

    /** What a job is about is said as a whole: one of these options on the command line takes the place of all in the build. */
    public static final List<String> ABOUT = Collections.unmodifiableList(Arrays.asList("method", "classes", "packages"));

    private final List<String> own;

    /** @param own options beside those that all jobs have */
    Job(String... own) {
        this.own = Arrays.asList(own);
    }

    /** Its name for the runner, and of its reports' folder. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Names of the options that its result depends on, thresholds among them. */
    public List<String> options() {
        List<String> all = new ArrayList<>(COMMON);
        all.addAll(own);
        return all;
    }

    /** Whether it can take results of earlier runs, from the folder that the option {@code history} names. */
    public boolean hasHistory() {
        return this == IMPROVE || this == GENERATE;
    }

    /**
     * What is said of the job and may change its result, as the runner reads it.
     *
     * @param option the value of an option: text, a list, a number, a time, or null where nothing is said
     * @param settings settings of the technique by name
     * @return by name; a list has an item a line, times are in milliseconds
     * @throws JobException a value is wrong
     */
    public Map<String, String> request(Function<String, ?> option, Map<String, String> settings) {
        Map<String, String> request = new TreeMap<>();
        for (String name : options()) {
            Object value = option.apply(name);
            Verdict.requireNumber(name, value);
            String text = value == null ? "" : LISTS.contains(name) ? String.join("\n", list(value)) : value.toString();
            if (!text.isEmpty()) {
                request.put(name, TIMES.contains(name) ? Times.milliseconds(name, value) : text);
            }
        }
        settings.forEach((name, value) -> request.put("settings." + name, value));
        return request;
    }

    /** The items of a list, or of a text with commas between them; null has none. */
    public static List<String> list(Object value) {
        List<String> items = new ArrayList<>();
        if (value instanceof Collection) {
            ((Collection<?>) value).forEach(item -> items.add(String.valueOf(item)));
        } else if (value != null) {
            for (String item : value.toString().split(",")) {
                if (!item.trim().isEmpty()) {
                    items.add(item.trim());
                }
            }
        }
        return items;
    }
}
