package dev.oraculum.junitagent;

import dev.oraculum.api.oracle.CheckReport.Mismatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an oracle says of a test.
 *
 * @param message for a reader; empty: nothing is to be said
 * @param expected of a single mismatch; null otherwise
 * @param actual as above
 */
record Verdict(State state, String message, String expected, String actual) {
    /** Mismatches that a message has. */
    private static final int SHOWN = 10;

    /** See {@link Session#end}. */
    enum State {
        AGREES,
        VIOLATED,
        UNKNOWN,
        UNCHECKED
    }

    static final Verdict AGREES = new Verdict(State.AGREES, "", null, null);

    static Verdict unknown(String message) {
        return new Verdict(State.UNKNOWN, message, null, null);
    }

    static Verdict unchecked(String message) {
        return new Verdict(State.UNCHECKED, message, null, null);
    }

    /** @param mismatches at least one */
    static Verdict violated(Object oracle, List<Mismatch> mismatches) {
        StringBuilder message = new StringBuilder();
        message.append(mismatches.size()).append(mismatches.size() == 1 ? " mismatch" : " mismatches").append(" with the oracle ")
                .append(oracle);
        mismatches.stream().limit(SHOWN).forEach(mismatch -> {
            message.append("\nmismatch  ").append(mismatch.subject());
            mismatch.details().forEach(line -> message.append("\n  ").append(line));
        });
        if (mismatches.size() > SHOWN) {
            message.append("\n.. and ").append(mismatches.size() - SHOWN).append(" more");
        }
        Mismatch only = mismatches.size() == 1 ? mismatches.get(0) : null;
        return new Verdict(State.VIOLATED, message.toString(), only == null ? null : only.expectation(),
                only == null ? null : only.observation());
    }

    Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("state", state.name());
        map.put("message", message);
        if (expected != null) {
            map.put("expected", expected);
            map.put("actual", actual);
        }
        return map;
    }
}
