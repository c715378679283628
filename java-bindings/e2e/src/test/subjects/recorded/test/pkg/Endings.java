package pkg;

/** What {@link EndingTest} needs to be loaded. */
abstract class Endings {
    static boolean isAskedFor() {
        return System.getenv("RECORDED_END") != null;
    }
}
