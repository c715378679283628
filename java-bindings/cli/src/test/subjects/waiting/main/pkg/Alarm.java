package pkg;

public interface Alarm {
    static int minutesUntil(int hour, int now) {
        return 60 * Math.floorMod(hour - now, 24);
    }
}
