package dev.oraculum.api.rank;

import dev.oraculum.api.evidence.Schema;
import java.util.List;
import java.util.Objects;

/**
 * What a ranking is about: the methods of the class under test, and how their invocations are recorded (docs/formats.md, "Invocation
 * records").
 *
 * @param methods a method's id in records is its place; at least one
 * @param statements statements of all methods; ids in records are below
 * @param profile which statements a record names
 */
public record RankPlan(List<Method> methods, int statements, ProfileMode profile) {
    public RankPlan {
        methods = List.copyOf(methods);
        Objects.requireNonNull(profile, "profile");
        if (statements < 0) {
            throw new IllegalArgumentException("statements is " + statements + ": expected 0 or more");
        }
    }

    /**
     * A method or constructor.
     *
     * @param className internal name
     * @param schema the variables that are recorded of each invocation, entry values and exit values; there may be none
     */
    public record Method(String className, String name, String descriptor, Schema schema) {
        public Method {
            Objects.requireNonNull(className, "className");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(descriptor, "descriptor");
            Objects.requireNonNull(schema, "schema");
        }
    }
}
