package dev.oraculum.api.rank;

import java.util.Objects;

/**
 * A test of one of the suites of a ranking.
 *
 * @param used whether its records count; those of a manual test that failed do not
 */
public record RankTest(String name, boolean used) {
    public RankTest {
        Objects.requireNonNull(name, "name");
    }
}
