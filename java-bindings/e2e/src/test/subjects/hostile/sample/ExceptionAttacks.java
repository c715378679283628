package sample;

/** Exceptions that do harm to whoever reads them. */
public class ExceptionAttacks {
    static void act(String kind) throws Exception {
        switch (kind) {
            case "a huge message" -> throw new IllegalStateException("x".repeat(8 << 20));
            case "a message of unpaired surrogates" -> throw new IllegalStateException("\ud800\udc00\ud800".repeat(1000) + "\0\n\t");
            case "a deep chain of causes" -> throw deep(10_000);
            case "a chain of causes that is a circle" -> throw circle();
            case "10 000 suppressed exceptions" -> throw suppressing();
            case "toString throws" -> throw new Throwing();
            case "everything throws an error" -> throw new ThrowingErrors();
            case "getMessage never ends" -> throw new Endless();
            case "getMessage never ends and catches everything" -> throw new EndlessForGood();
            case "toString never ends" -> throw new EndlessText();
            case "getCause never ends" -> throw new EndlessCause();
            case "getStackTrace is null" -> throw new NoTrace();
            case "recurses in getMessage" -> throw new Recursive();
            case "a subclass of StackOverflowError" -> throw new StackOverflowError("x".repeat(1 << 20));
            case "ThreadDeath" -> throw new ThreadDeath();
            case "one of our own signals" -> throw ownSignal();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static Error ownSignal() throws ReflectiveOperationException {
        java.lang.reflect.Constructor<?> constructor = Class.forName("dev.oraculum.runtime.ExitAttempt").getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return (Error) constructor.newInstance(3);
    }

    private static RuntimeException deep(int depth) {
        RuntimeException thrown = new RuntimeException("innermost");
        for (int i = 0; i < depth; i++) {
            thrown = new RuntimeException("cause", thrown);
        }
        return thrown;
    }

    private static Exception circle() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);
        return one;
    }

    private static Exception suppressing() {
        Exception thrown = new Exception();
        for (int i = 0; i < 10_000; i++) {
            thrown.addSuppressed(new Exception("suppressed " + i));
        }
        return thrown;
    }

    static class Throwing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException();
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException();
        }
    }

    static class ThrowingErrors extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new AssertionError();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new AssertionError();
        }

        @Override
        public String toString() {
            throw new AssertionError();
        }

        @Override
        public int hashCode() {
            throw new AssertionError();
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError();
        }
    }

    static class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            ThreadAttacks.spin();
            return "";
        }
    }

    static class EndlessForGood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            while (true) {
                try {
                    ThreadAttacks.spin();
                } catch (Throwable t) {
                    // On it goes.
                }
            }
        }
    }

    static class EndlessText extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            ThreadAttacks.spin();
            return "";
        }
    }

    static class EndlessCause extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            ThreadAttacks.spin();
            return null;
        }
    }

    static class NoTrace extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    static class Recursive extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            return getMessage() + "x";
        }
    }
}
