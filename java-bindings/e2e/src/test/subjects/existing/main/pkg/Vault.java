package pkg;

import java.util.ArrayList;
import java.util.List;

/** Opens to a crew whose steps fit its leader, which nothing but an existing test says how to find. */
public final class Vault {
    private int opened;

    public String enter(Crew crew) {
        if (crew == null) {
            return "nobody";
        }
        if (Crew.signature(crew.steps) != Crew.expected(crew.leader)) {
            return "closed";
        }
        opened++;
        if (opened > 1) {
            return "again";
        }
        return "open";
    }

    public boolean isOpened() {
        return opened > 0;
    }

    /** Who wants in. */
    public static final class Crew {
        private final String leader;
        private final List<String> steps = new ArrayList<>();

        private Crew(String leader) {
            this.leader = leader;
        }

        /** Of a leader and the size of the crew. */
        public static Crew of(String leader, int size) {
            if (leader.length() != 7 || size < 2) {
                throw new IllegalArgumentException(leader);
            }
            return new Crew(leader);
        }

        public Crew step(String name) {
            steps.add(name);
            return this;
        }

        private static long signature(List<String> steps) {
            long mixed = 0x9E3779B97F4A7C15L;
            for (String step : steps) {
                mixed = (mixed ^ step.hashCode()) * 0xBF58476D1CE4E5B9L;
                mixed ^= mixed >>> 29;
            }
            return mixed;
        }

        private static long expected(String leader) {
            List<String> steps = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                steps.add("" + (char) (leader.charAt(i) + 1 + i) + leader.charAt(6 - i));
            }
            return signature(steps);
        }
    }
}
