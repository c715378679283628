package pkg;

public interface Clock {
    static int next(int hour) {
        return (hour + 1) % 24;
    }

    static int previous(int hour) {
        return (hour + 23) % 24;
    }
}
