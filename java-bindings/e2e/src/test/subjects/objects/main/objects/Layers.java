package objects;

/** A private value three layers down, which a delegating setter sets. */
public class Layers {
    private static class Core {
        private int value;

        void put(int value) {
            this.value = value;
        }
    }

    private static class Shell {
        private final Core core = new Core();

        void put(int value) {
            core.put(value);
        }
    }

    public static class Case {
        private final Shell shell = new Shell();

        public void put(int value) {
            shell.put(value);
        }

        int peek() {
            return shell.core.value;
        }
    }

    public boolean target(Case box) {
        return box.peek() == 6;
    }
}
