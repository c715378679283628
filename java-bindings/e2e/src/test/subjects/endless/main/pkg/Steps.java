package pkg;

/** Counts down by a step; by one that is not positive it never comes to an end. */
public class Steps {
    public static int from(int start, int step) {
        int steps = 0;
        for (int left = start; left > 0; left -= step) {
            steps++;
            left = Math.min(left, start);
        }
        return steps;
    }
}
