package dev.oraculum.spi;

import java.util.List;
import java.util.Objects;

/**
 * An assertion of a generated test.
 *
 * @param test that it stands in
 * @param text for a reader
 * @param invocations numbers of the invocations of the test that what it compares depends on: what it calls, and what made or changed the
 *     objects that it looks at. One too many makes it more suspicious than it is, one too few less
 */
public record GeneratedAssertion(String test, String text, List<Integer> invocations) {
    public GeneratedAssertion {
        Objects.requireNonNull(test, "test");
        Objects.requireNonNull(text, "text");
        invocations = List.copyOf(invocations);
    }
}
