package dev.oraculum.api.rank;

import java.util.Objects;

/**
 * An assertion in the code of a generated test. Assertions with equal scores are ranked by class, method, line and ordinal.
 *
 * @param className internal name
 * @param line 0: unknown
 * @param ordinal among the assertions of the method, in the order of the code, from 0
 * @param kind what is called: {@code assertEquals}
 * @param text of the source; null: unknown
 */
public record AssertionSite(String className, String method, String descriptor, int line, int ordinal, String kind, String text) {
    public AssertionSite {
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(descriptor, "descriptor");
        Objects.requireNonNull(kind, "kind");
    }
}
