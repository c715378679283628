package dev.oraculum.spark;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * The command line in a process of its own, which ends with the process that has started it: a lost executor leaves nothing at work. That
 * one holds the other end of the standard input.
 */
public final class Child {
    private static final String COMMAND_LINE = "dev.oraculum.cli.Main";
    /** As of a process that was asked to end. */
    private static final int ORPHANED = 143;

    private Child() {}

    /** Arguments: those of the command line. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Thread parent = new Thread(Child::endWithParent, "oraculum-parent");
        parent.setDaemon(true);
        parent.start();
        try {
            Class.forName(COMMAND_LINE).getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the command line failed: " + e.getCause(), e.getCause());
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nobody says anything.
                continue;
            }
        } catch (IOException e) {
            // As good as its end.
            System.err.println("oraculum: the process that started this one is gone: " + e);
        }
        System.exit(ORPHANED);
    }
}
