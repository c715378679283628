package dev.oraculum.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Reading what a test threw. The throwable may be of the user: asking it anything may throw again. */
public final class Throwables {
    private static final int FRAMES = 6;
    private static final int MESSAGE_CHARACTERS = 2_000;
    private static final int CAUSES = 50;

    private Throwables() {}

    /** Whether the throwable, a cause or a suppressed one is of that class. */
    public static boolean contains(Throwable thrown, Class<? extends Throwable> type) {
        return contains(thrown, type, "");
    }

    /** The same, with a message that starts so. */
    public static boolean contains(Throwable thrown, Class<? extends Throwable> type, String start) {
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
            addCauses(next, open);
        }
        return false;
    }

    private static void addCauses(Throwable thrown, Deque<Throwable> open) {
        try {
            Throwable cause = thrown.getCause();
            if (cause != null) {
                open.add(cause);
            }
            Throwable[] suppressed = thrown.getSuppressed();
            open.addAll(Arrays.asList(suppressed).subList(0, Math.min(CAUSES, suppressed.length)));
        } catch (StopSignal e) {
            throw e;
        } catch (Throwable e) {
            // An exception whose getCause throws has no cause that we could use.
        }
    }

    /** The class, which is all that can be read without running code of it. */
    public static String name(Throwable thrown) {
        return thrown.getClass().getName();
    }

    /** Class and message in the first lines, then the innermost frames. */
    public static String summary(Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringBuilder text = new StringBuilder(name(thrown));
        String message = message(thrown);
        if (!message.isEmpty()) {
            text.append(": ").append(message);
        }
        StackTraceElement[] stack = stack(thrown);
        for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
            text.append("\n\tat ").append(stack[i]);
        }
        return text.toString();
    }

    private static StackTraceElement[] stack(Throwable thrown) {
        StackTraceElement[] stack = null;
        try {
            stack = thrown.getStackTrace();
        } catch (StopSignal e) {
            throw e;
        } catch (Throwable e) {
            // As good as none.
        }
        return stack == null ? new StackTraceElement[0] : stack;
    }

    private static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message.substring(0, Math.min(MESSAGE_CHARACTERS, message.length()));
        } catch (StopSignal e) {
            throw e;
        } catch (Throwable e) {
            return "";
        }
    }
}
