package pkg;

/** Does not keep what Object and Comparable promise. */
public class Careless implements Comparable<Careless> {
    private final int size;

    public Careless(int size) {
        this.size = size;
    }

    public int getSize() {
        return size;
    }

    @Override
    public boolean equals(Object other) {
        if (other instanceof Careless) {
            return ((Careless) other).size <= size;
        }
        return false;
    }

    @Override
    public int hashCode() {
        return size;
    }

    @Override
    public int compareTo(Careless other) {
        if (size > other.size) {
            return 1;
        }
        return 0;
    }

    @Override
    public String toString() {
        if (size < 0) {
            throw new IllegalStateException("no size");
        }
        return "size " + size;
    }
}
