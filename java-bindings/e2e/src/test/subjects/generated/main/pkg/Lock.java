package pkg;

import java.util.ArrayList;
import java.util.List;

/** A lock that opens at 42, after at least two turns, for a key of its maker. */
public class Lock {
    public enum State { OPEN, SHUT, JAMMED }

    public static final class Key {
        private final String maker;

        public Key(String maker) {
            this.maker = maker;
        }
    }

    private final Key key;
    private final List<Integer> turns = new ArrayList<>();
    private int position;

    public Lock(Key key) {
        this.key = key;
    }

    public State turn(int by) {
        if (by <= 0) {
            throw new IllegalArgumentException("turn by " + by);
        }
        turns.add(by);
        position += by;
        if (position > 100) {
            return State.JAMMED;
        }
        return turns.size() >= 2 && position == 42 ? State.OPEN : State.SHUT;
    }

    public boolean fits(String maker) {
        return key != null && key.maker != null && key.maker.equals(maker);
    }

    String describe() {
        switch (turns.size()) {
            case 0:
                return "new";
            case 1:
                return "turned once";
            default:
                return "at " + position;
        }
    }

    public int total(List<? extends Number> numbers) {
        int sum = 0;
        for (Number number : numbers) {
            sum += number == null ? 0 : number.intValue();
        }
        return sum;
    }
}
