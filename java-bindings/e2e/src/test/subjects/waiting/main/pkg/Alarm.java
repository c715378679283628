package pkg;

public interface Alarm {
    static int minutes(int hours) {
        return 60 * hours;
    }
}
