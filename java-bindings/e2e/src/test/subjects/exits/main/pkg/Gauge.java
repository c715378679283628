package pkg;

/** A method with three exits, and a result that says how two fields compare. */
public class Gauge {
    private final int limit;
    private int level;

    public Gauge(int limit) {
        this.limit = limit;
    }

    public boolean isFull() {
        return level == limit;
    }

    public int fill(int amount) {
        if (amount < 0) {
            return -1;
        }
        if (amount > 4 && limit > 4) {
            return -2;
        }
        level = Math.min(limit, level + amount);
        return level;
    }
}
