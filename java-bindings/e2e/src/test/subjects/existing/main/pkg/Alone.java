package pkg;

/** Without a test. */
public class Alone {
    public boolean isPositive(int number) {
        return number > 0;
    }
}
