package pkg;

/** Keeps what Object and Comparable promise; its constructor forbids null, and does not say so. */
public class Careful implements Comparable<Careful> {
    private final String name;

    public Careful(String name) {
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Careful && ((Careful) other).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public int compareTo(Careful other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name.trim();
    }
}
