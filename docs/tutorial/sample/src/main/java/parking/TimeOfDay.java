package parking;

/** A time of the clock, from 0:00 to 23:59. */
public final class TimeOfDay {
    private final int hour;
    private final int minute;

    public TimeOfDay(int hour, int minute) {
        this.hour = hour;
        this.minute = minute;
    }

    public int hour() {
        return hour;
    }

    public int minute() {
        return minute;
    }

    /** The time so many minutes later, or earlier. */
    public TimeOfDay plus(int minutes) {
        int total = (hour * 60 + minute + minutes) % (24 * 60);
        return new TimeOfDay(total / 60, total % 60);
    }
}
