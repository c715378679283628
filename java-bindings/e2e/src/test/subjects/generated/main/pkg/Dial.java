package pkg;

/** A class whose objects are all of another package, and which makes objects that show nothing but of which class they are. */
public abstract class Dial {
    /** How a dial is marked. */
    public interface Marks {}

    /** Alike all over. */
    public static final class Even implements Marks {}

    /** Closer and closer. */
    public static final class Closing implements Marks {}

    public abstract int position();

    int turned() {
        return position() * 3 + 1;
    }

    protected int speed() {
        return turned() / 2;
    }

    public static Marks marks(int steps) {
        if (steps > 10) {
            return new Closing();
        }
        return new Even();
    }
}
