package pkg;

public class Clock {
    public static int next(int hour) {
        return (hour + 1) % 24;
    }

    public static int previous(int hour) {
        return (hour + 23) % 24;
    }
}
