package dev.oraculum.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which texts code compares while a part of a test runs ({@link TestParts}): what it distinguishes, which a search tries next. Woven code
 * says the operands of each call of String's methods that compare two texts, and of those that match one with a regular expression, where
 * coverage is recorded.
 *
 * <p>Only the first texts of a part are kept, only short ones, and only those of the thread that runs it: the same part leaves the same.
 * Static initializers belong to no part. Probes allocate nothing.
 */
public final class ComparedTexts {
    /** Texts of a part. */
    private static final int MOST = 16;
    /** Code units of a text. */
    private static final int LONGEST = 100;
    /** Code units of a regular expression: texts of a part are compared with few of them. */
    private static final int LONGEST_PATTERN = 2000;

    private static final String[] texts = new String[MOST];
    private static int count;
    /** The thread of the part that runs; null: nobody wants to know. Only this thread reads and writes the texts. */
    private static Thread owner;

    private ComparedTexts() {}

    /** A part begins. */
    static void begin() {
        Arrays.fill(texts, 0, count, null);
        count = 0;
        owner = Thread.currentThread();
    }

    /** The part has ended. */
    static void end() {
        owner = null;
    }

    /** Of the part that has ended, in the order in which they were compared, each once. */
    static List<String> found() {
        return Arrays.asList(texts).subList(0, count);
    }

    /** The probe: two texts, or a text and another object, are about to be compared. A pattern of the JDK is one that its text says. */
    public static void compared(Object one, Object other) {
        if (owner == null || count == MOST || Thread.currentThread() != owner || Initializers.isInside()) {
            return;
        }
        add(one);
        if (count < MOST) {
            add(other);
        }
    }

    private static void add(Object operand) {
        if (operand instanceof Pattern pattern) {
            add(pattern.pattern(), LONGEST_PATTERN);
        } else if (operand instanceof String text) {
            add(text, LONGEST);
        }
    }

    private static void add(String text, int longest) {
        if (text.isEmpty() || text.length() > longest) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (texts[i].equals(text)) {
                return;
            }
        }
        texts[count++] = text;
    }
}
