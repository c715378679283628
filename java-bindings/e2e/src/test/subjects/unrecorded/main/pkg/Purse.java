package pkg;

public class Purse {
    /** Never more than the limit, which is not negative. */
    public static int cut(int amount, int limit) {
        int left = amount;
        if (left > limit) {
            left = limit;
        }
        return left;
    }
}
