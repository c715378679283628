package pkg;

/** The compiler gives it methods that nobody wrote. */
public enum Colour {
    RED,
    GREEN;

    public Colour other() {
        return this == RED ? GREEN : RED;
    }
}
