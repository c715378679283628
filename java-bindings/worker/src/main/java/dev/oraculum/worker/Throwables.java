package dev.oraculum.worker;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Reading what a test threw. The throwable may be of the user: asking it anything may throw again. */
final class Throwables {
    private static final int FRAMES = 6;
    private static final int MESSAGE_CHARACTERS = 2_000;
    private static final int CAUSES = 50;

    private Throwables() {}

    /** Whether the throwable, a cause or a suppressed one is of that class. */
    static boolean contains(Throwable thrown, Class<? extends Throwable> type) {
        return contains(thrown, type, "");
    }

    /** The same, with a message that starts so. */
    static boolean contains(Throwable thrown, Class<? extends Throwable> type, String start) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>();
        if (thrown != null) {
            open.add(thrown);
        }
        while (!open.isEmpty() && seen.size() < CAUSES) {
            Throwable next = open.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (type.isInstance(next) && message(next).startsWith(start)) {
                return true;
            }
            try {
                if (next.getCause() != null) {
                    open.add(next.getCause());
                }
                for (Throwable suppressed : next.getSuppressed()) {
                    open.add(suppressed);
                }
            } catch (RuntimeException e) {
                // An exception whose getCause throws has no cause that we could use.
            }
        }
        return false;
    }

    /** Class and message in the first lines, then the innermost frames. */
    static String summary(Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringBuilder text = new StringBuilder(thrown.getClass().getName());
        String message = message(thrown);
        if (!message.isEmpty()) {
            text.append(": ").append(message);
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
            text.append("\n\tat ").append(stack[i]);
        }
        return text.toString();
    }

    private static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message.substring(0, Math.min(MESSAGE_CHARACTERS, message.length()));
        } catch (RuntimeException e) {
            return "";
        }
    }
}
