package pkg;

public class Recorded {
    private int total;

    public int add(int x) {
        total = total() + x;
        return total;
    }

    public int total() {
        return total;
    }

    public int clamp(int x, int low, int high) {
        return x < low ? low : x > high ? high : x;
    }

    public int parse(String digits) {
        int value = 0;
        for (char c : digits.toCharArray()) {
            value = 10 * value + (c - '0');
        }
        return add(value);
    }
}
