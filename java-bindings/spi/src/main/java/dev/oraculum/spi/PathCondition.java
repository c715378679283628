package dev.oraculum.spi;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A conjunction of clauses: the inputs for which an execution takes certain branches, that of the branch nearest to the entry first. The
 * last clause of an alternative is the branch that is to go the other way; those before it hold on the path that it comes from.
 *
 * @param clauses at least one
 */
public record PathCondition(List<PathClause> clauses) {
    public PathCondition {
        clauses = List.copyOf(clauses);
        if (clauses.isEmpty()) {
            throw new IllegalArgumentException("a path condition has no clause: expected at least one");
        }
    }

    public static PathCondition of(PathClause... clauses) {
        return new PathCondition(List.of(clauses));
    }

    /** Clauses as text, joined by {@code &&}: {@code this.a.length > 0 && this.a[0] > 10}. The selector reads it when it is given it. */
    public static PathCondition ofText(String text) {
        return of(new PathClause.Text(text, true));
    }

    /** The clauses, joined by {@code &&}. */
    @Override
    public String toString() {
        return clauses.stream().map(PathClause::toString).collect(Collectors.joining(" && "));
    }
}
