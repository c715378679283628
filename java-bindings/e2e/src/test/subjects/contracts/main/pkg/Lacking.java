package pkg;

/** Breaks a contract, and has a method that javac compiles no call of where {@code Absent} is not there. */
public class Lacking {
    private final int number;

    public Lacking(int number) {
        this.number = number;
    }

    public int twice() throws Absent {
        return number > 0 ? 2 * number : 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Lacking lacking && lacking.number > number;
    }
}
