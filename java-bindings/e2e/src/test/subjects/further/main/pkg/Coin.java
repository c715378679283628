package pkg;

/** Only its package can make one. */
public final class Coin {
    private final int cents;

    private Coin(int cents) {
        this.cents = cents;
    }

    static Coin of(int cents) {
        return new Coin(Math.max(cents, 0));
    }

    public int twice() {
        return cents * 2;
    }
}
