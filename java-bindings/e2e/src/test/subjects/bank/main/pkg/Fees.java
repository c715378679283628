package pkg;

/** What a withdrawal costs. */
public final class Fees {
    private Fees() {}

    static int of(int amount) {
        int fee = amount / 100;
        return Math.max(1, fee);
    }
}
