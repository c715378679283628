package conditions;

/** Objects that may be the same. */
public class Aliases {
    /** Something with a number. */
    public static class Cell {
        int value;
        Cell next;

        public Cell(int value) {
            this.value = value;
        }

        public void link(Cell other) {
            next = other;
        }
    }

    private Aliases() {}

    public static int compare(Cell a, Cell b) {
        if (a == null || b == null) {
            return 0;
        }
        int before = a.value;
        b.value = before * 3 + 1;
        if (a.value == before) {
            return 1;
        }
        // They are one.
        return a.value == 40_000 ? 3 : 2;
    }

    public static int ring(Cell start) {
        if (start == null || start.next == null) {
            return 0;
        }
        if (start.next == start) {
            return start.value * 7 == 86_415 ? 4 : 1;
        }
        if (start.next.next == start) {
            return start.value + start.next.value * 2 == 70_001 ? 3 : 2;
        }
        return -1;
    }
}
