import dev.oraculum.agent.Sink;

/** Assertions in other forms than calls that return. */
public class Assertions {
    static int source() {
        return 7;
    }

    static class Thing {
        int x;

        @Override
        public String toString() {
            return "" + source() + x;
        }

        void refuse(int limit) {
            throw new IllegalStateException();
        }
    }

    static void fail() {
        throw new AssertionError();
    }

    static void caughtReached() {
        Thing thing = new Thing();
        thing.x = source();
        try {
            thing.refuse(3);
            fail();
        } catch (IllegalStateException e) {
            // expected
        }
    }

    static void caughtFree() {
        Thing thing = new Thing();
        int unused = source();
        try {
            new StringBuilder(3);
            thing.refuse(3);
            fail();
        } catch (IllegalStateException e) {
            // expected
        }
    }

    static void notThrown() {
        int x = source();
        try {
            Integer.toString(x);
            fail();
        } catch (IllegalStateException e) {
            // expected
        }
    }

    /** The first label begins in what the assertion calls back. */
    static void firstLabelReached() {
        Sink.reached(new Thing());
    }

    static void failing() {
        Sink.fails(source());
    }

    static void failingEarly() {
        Sink.fails(3);
        source();
    }

    static void failingInside() {
        try {
            Sink.fails(source());
        } catch (AssertionError e) {
            Sink.reached(source());
        }
    }

    static void often() {
        for (int i = 0; i < 5; i++) {
            Sink.free(i);
        }
    }
}
