package pkg;

/** Its text has no end once it has grown, and two of it are equal in one direction only. */
public class Ring {
    private int size;

    public void grow() {
        size++;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        while (size > 0) {
            text.setLength(0);
        }
        return text.append("empty").toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ring && size <= ((Ring) other).size;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
