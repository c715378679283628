package pkg.dials;

import pkg.Dial;

/** A dial of another package. */
public final class Knob extends Dial {
    @Override
    public int position() {
        return 7;
    }

    @Override
    protected int speed() {
        return super.speed() + 1;
    }
}
