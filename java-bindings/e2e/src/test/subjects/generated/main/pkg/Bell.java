package pkg;

import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** Tells others what it does, and nothing else shows it. */
public class Bell {
    /** A callback of the program's own. */
    public interface Stroke {
        void struck(char tone);
    }

    /** Tells the numbers from the least to the greatest. */
    public void count(int from, int to, IntConsumer each) {
        for (int i = Math.max(from, to - 5); i < to; i++) {
            each.accept(i);
        }
    }

    /** Tells each tone. */
    public void play(String tones, Stroke stroke) {
        for (int i = 0; i < tones.length(); i++) {
            stroke.struck(tones.charAt(i));
        }
    }

    /** Tells a name and how long it is. */
    public void measure(String name, BiConsumer<String, Integer> told) {
        if (!name.isEmpty()) {
            told.accept(name, name.length());
        }
    }

    /** Runs a task twice, or not at all. */
    public void repeat(boolean wanted, Runnable task) {
        if (wanted) {
            task.run();
            task.run();
        }
    }
}
