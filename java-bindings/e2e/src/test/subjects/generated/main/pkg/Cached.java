package pkg;

/** What a test leaves in its shared object is there for the next one: a search sees branches that a test alone does not reach. */
public final class Cached {
    public static final Cached SHARED = new Cached(3);

    private final int number;
    private String text;
    private int asked;

    private Cached(int number) {
        this.number = number;
    }

    public String text() {
        if (text == null) {
            text = "number " + number;
        }
        return text;
    }

    /** Of its first hundred questions a class of few tests asks only some. */
    public boolean isTired() {
        asked++;
        return asked > 100;
    }
}
