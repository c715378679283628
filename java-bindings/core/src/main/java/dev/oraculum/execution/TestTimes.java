package dev.oraculum.execution;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How long tests took before. Of a test that makes others only when it runs, it is the longest of these. */
public final class TestTimes {
    private final Map<String, Duration> longest = new HashMap<>();

    /** @param uniqueId of the test */
    public void add(String uniqueId, Duration time) {
        for (String id = uniqueId; !id.isEmpty(); id = id.substring(0, Math.max(0, id.lastIndexOf('/')))) {
            longest.merge(id, time, (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
    }

    /** Empty: neither it nor one that it makes was run. */
    public Optional<Duration> of(TestCase test) {
        return Optional.ofNullable(longest.get(test.uniqueId()));
    }
}
