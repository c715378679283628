package pkg;

/** Once anybody has closed it, all are closed. */
public final class Valve {
    private static boolean closed;

    public static void close() {
        closed = true;
    }

    public int flow(int pressure) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        return pressure > 10 ? 2 : 1;
    }

    public String state(int pressure) {
        if (closed) {
            throw new IllegalStateException("closed for good");
        }
        return pressure < 0 ? "broken" : "open";
    }
}
