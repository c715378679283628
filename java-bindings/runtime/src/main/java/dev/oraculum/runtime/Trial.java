package dev.oraculum.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notes which clauses of assertions do not hold while a program runs whose sources have them on trial. Unlike what an assertion throws, a
 * note is there whatever the code around it catches, on whatever thread, in static initializers too. The patched sources call it.
 */
public final class Trial {
    /** What stands in front of a note among the problems of a unit, before tab, clause, tab, where, tab, exception. */
    public static final String MARK = "trial";
    private static final int MOST = 1000;

    private static final Set<String> notes = ConcurrentHashMap.newKeySet();

    private Trial() {}

    /** A clause is false. */
    public static void failed(int clause) {
        failed(clause, null);
    }

    /** A clause throws instead of being true or false. */
    public static void failed(int clause, Throwable thrown) {
        if (notes.size() < MOST) {
            notes.add(MARK + '\t' + clause + '\t' + initializer() + '\t' + (thrown == null ? "" : thrown.getClass().getName()));
        }
    }

    /** The class whose static initializer runs, or empty. */
    private static String initializer() {
        return StackWalker.getInstance().walk(frames -> frames
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .map(StackWalker.StackFrame::getClassName)
                .findFirst()
                .orElse(""));
    }

    /** Takes out what was noted since the last time, sorted. */
    public static List<String> drain() {
        List<String> taken = new ArrayList<>(notes);
        taken.forEach(notes::remove);
        taken.sort(null);
        return taken;
    }
}
