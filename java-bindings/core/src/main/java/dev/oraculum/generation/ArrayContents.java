package dev.oraculum.generation;

import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The arrays of a test that are written with their contents, {@code int[] ints = {1, 2}}, since they are filled where they are made. */
final class ArrayContents {
    /** A longer one has a statement for each element that is stored. */
    private static final int MAX_LENGTH = 10;

    private final List<Step> steps;
    private final int end;
    private final Predicate<Step> isInline;
    /** By slot, the slots of the elements. */
    private final Map<Integer, int[]> contents = new HashMap<>();
    private final Set<Integer> stores = new HashSet<>();

    /**
     * Finds them.
     *
     * @param end the first statement that must stand alone, or the number of statements
     * @param isInline whether a statement stands where its value is used
     */
    ArrayContents(List<Step> steps, int end, Predicate<Step> isInline) {
        this.steps = steps;
        this.end = end;
        this.isInline = isInline;
        for (int at = 0; at < end; at++) {
            if (steps.get(at).kind() == Kind.ARRAY && steps.get(at).number() <= MAX_LENGTH) {
                find(at);
            }
        }
    }

    private void find(int array) {
        int[] elements = new int[steps.get(array).number()];
        Arrays.fill(elements, -1);
        boolean filled = false;
        for (int at = array + 1; at < end; at++) {
            Step step = steps.get(at);
            if (isFirstStore(step, array, elements)) {
                elements[step.number()] = step.arguments().get(0);
                stores.add(at);
                filled = true;
            } else if (!isInline.test(step)) {
                break;
            }
        }
        if (filled) {
            contents.put(array, elements);
        }
    }

    private boolean isFirstStore(Step step, int array, int[] elements) {
        if (step.kind() != Kind.STORE || step.receiver() != array || step.number() >= elements.length || elements[step.number()] >= 0) {
            return false;
        }
        int value = step.arguments().get(0);
        return value < array || isInline.test(steps.get(value));
    }

    /** Whether a statement is written with the array that it stores something in. */
    boolean isWritten(int at) {
        return stores.contains(at);
    }

    /** The slots of the elements of an array, empty for one in which nothing is stored; empty: it is written without contents. */
    Optional<List<Optional<Integer>>> of(int array) {
        return Optional.ofNullable(contents.get(array)).map(elements -> {
            List<Optional<Integer>> slots = new ArrayList<>();
            Arrays.stream(elements).forEach(slot -> slots.add(slot < 0 ? Optional.empty() : Optional.of(slot)));
            return slots;
        });
    }
}
