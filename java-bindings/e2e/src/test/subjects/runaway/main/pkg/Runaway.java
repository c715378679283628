package pkg;

import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Methods that are right, and one small fault away from never ending, or from ending the JVM. */
public class Runaway {
    /** A mutant that does not count up loops for ever. */
    public static int countTo(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    /** A mutant that does not stop fills the heap. */
    public static int fill(int n) {
        List<int[]> blocks = new ArrayList<>();
        while (blocks.size() != n) {
            blocks.add(new int[1 << 20]);
            if (blocks.size() > n) {
                blocks.size();
            }
        }
        return blocks.size();
    }

    /** A mutant that does not stop fills the stack. */
    public static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    /** A mutant that takes the wrong branch ends the JVM. */
    public static int exitUnless(int n) {
        if (n < 0) {
            System.exit(1);
        }
        return n + 1;
    }

    /** A mutant that takes the wrong branch waits for a connection that never comes. */
    public static int acceptIf(int n) throws Exception {
        if (n < 0) {
            try (ServerSocket server = new ServerSocket(0)) {
                server.accept();
            }
        }
        return n + 1;
    }
}
