package shop;

/** Makes things cheaper. Nobody has tested it yet. */
public final class Coupon {
    private final int percent;

    public Coupon(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("percent is " + percent);
        }
        this.percent = percent;
    }

    /** What somebody saves. */
    public int off(int cents) {
        return cents < 0 ? 0 : cents * percent / 100;
    }
}
