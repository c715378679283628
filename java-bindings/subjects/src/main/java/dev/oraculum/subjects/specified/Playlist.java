package dev.oraculum.subjects.specified;

/** Tracks that are played one after the other. */
public class Playlist {
    private final int[] seconds;
    private int at;

    /** Before the first track; NullPointerException of null. @param seconds how long each track is */
    public Playlist(int[] seconds) {
        this.seconds = seconds.clone();
    }

    /** The place of the track that is played, from 0; at the end the number of tracks. */
    public int at() {
        return at;
    }

    /** How long the track that is played takes; IndexOutOfBoundsException at the end. */
    public int currentSeconds() {
        return seconds[at];
    }

    /** Goes so many tracks on, or back; false, and it stays, if that is before the first track or beyond the end. */
    public boolean jump(int by) {
        int to = at + by;
        if (to < 0 || to > seconds.length) {
            return false;
        }
        at = to;
        return true;
    }
}
