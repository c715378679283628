package pkg;

/** Nobody can make one but by reflection. */
public final class Nobody {
    private final int number;

    private Nobody(int number) {
        this.number = number;
    }

    public int next() {
        return number + 1;
    }
}
