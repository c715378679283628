package dev.oraculum.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which texts code compares while a part of a test runs ({@link TestParts}): what it distinguishes, which a search tries next. Woven code
 * says the operands of each call of String's methods that compare two texts, and of those that match one with a regular expression. Those
 * of code whose coverage is recorded are kept apart from those of other code of the program; with the latter are texts of containers that
 * were asked for a text ({@link HeldTexts}).
 *
 * <p>Only the first texts of a part are kept, only short ones, and only those of the thread that runs it: the same part leaves the same.
 * Static initializers belong to no part. Probes allocate nothing, but for containers.
 */
public final class ComparedTexts {
    /** Code units of a text. */
    private static final int LONGEST = 100;
    /** Code units of a regular expression: texts of a part are compared with few of them. */
    private static final int LONGEST_PATTERN = 2000;
    /** Containers of a part whose texts are looked at. */
    private static final int MOST_CONTAINERS = 4;

    private static final Found own = new Found();
    private static final Found others = new Found();
    private static int containers;
    /** The thread of the part that runs; null: nobody wants to know. Only this thread reads and writes the texts. */
    private static Thread owner;

    private ComparedTexts() {}

    /** Texts of a part, each once. */
    private static final class Found {
        private static final int MOST = 16;

        private final String[] texts = new String[MOST];
        private int count;

        void clear() {
            Arrays.fill(texts, 0, count, null);
            count = 0;
        }

        boolean isFull() {
            return count == MOST;
        }

        void add(Object operand) {
            if (operand instanceof Pattern pattern) {
                add(pattern.pattern(), LONGEST_PATTERN);
            } else if (operand instanceof String text) {
                add(text, LONGEST);
            }
        }

        private void add(String text, int longest) {
            if (text.isEmpty() || text.length() > longest || isFull()) {
                return;
            }
            for (int i = 0; i < count; i++) {
                if (texts[i].equals(text)) {
                    return;
                }
            }
            texts[count++] = text;
        }

        List<String> all() {
            return Arrays.asList(texts).subList(0, count);
        }
    }

    /** A part begins. */
    static void begin() {
        own.clear();
        others.clear();
        containers = 0;
        owner = Thread.currentThread();
    }

    /** The part has ended. */
    static void end() {
        owner = null;
    }

    /** Of the part that has ended, what code whose coverage is recorded has compared, in that order. */
    static List<String> found() {
        return own.all();
    }

    /** Likewise what other code has compared, and what containers hold. */
    static List<String> foundInOthers() {
        return others.all();
    }

    /**
     * The probe of code whose coverage is recorded: two texts, or a text and another object, are about to be compared. A pattern of the JDK
     * is one that its text says.
     */
    public static void compared(Object one, Object other) {
        if (isWanted(own)) {
            own.add(one);
            own.add(other);
        }
    }

    /** The probe of other code. */
    public static void comparedByOthers(Object one, Object other) {
        if (isWanted(others)) {
            others.add(one);
            others.add(other);
        }
    }

    /** The probe of all code: an object, which may be a container, is about to be asked for another one, which may be a text. */
    public static void asked(Object container, Object wanted) {
        if (wanted instanceof String text && containers < MOST_CONTAINERS && isWanted(others)) {
            List<String> near = HeldTexts.near(container, text);
            if (!near.isEmpty()) {
                containers++;
                near.forEach(others::add);
            }
        }
    }

    private static boolean isWanted(Found found) {
        return owner != null && !found.isFull() && Thread.currentThread() == owner && !Initializers.isInside();
    }
}
