package dev.oraculum.api.seed;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A branch of a method; all its outcomes.
 *
 * @param className internal name
 * @param operation number of the operation, as in the facts; null: the only branch of the line
 * @param line in the source; null: any
 */
public record Branch(@JsonProperty("class") String className, String method, String descriptor, Integer operation, Integer line) {
    /** The only branch of a line. */
    public static Branch ofLine(String className, String method, String descriptor, int line) {
        return new Branch(className, method, descriptor, null, line);
    }

    /** A branch by its number. */
    public static Branch ofOperation(String className, String method, String descriptor, int operation) {
        return new Branch(className, method, descriptor, operation, null);
    }
}
