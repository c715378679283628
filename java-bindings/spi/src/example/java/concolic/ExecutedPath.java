package concolic;

import dev.oraculum.spi.PathClause;
import dev.oraculum.spi.PathClause.Compare;
import dev.oraculum.spi.PathClause.Operator;
import dev.oraculum.spi.PathCondition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What an execution says of its inputs: one clause for each branch that depends on them and is not known already. */
final class ExecutedPath {
    private final Set<PathClause> clauses = new LinkedHashSet<>();

    /** A branch: whether the value at an origin compares so with a constant. */
    boolean compare(String origin, int value, Operator operator, int constant) {
        boolean holds = holds(value, operator, constant);
        clauses.add(new Compare(origin, holds ? operator : opposite(operator), String.valueOf(constant)));
        return holds;
    }

    PathCondition condition() {
        return new PathCondition(List.copyOf(clauses));
    }

    boolean beginsWith(PathCondition condition) {
        List<PathClause> all = List.copyOf(clauses);
        int length = condition.clauses().size();
        return all.size() >= length && all.subList(0, length).equals(condition.clauses());
    }

    private static boolean holds(int value, Operator operator, int constant) {
        return switch (operator) {
            case GREATER -> value > constant;
            case LESS -> value < constant;
            case GREATER_OR_EQUAL -> value >= constant;
            case LESS_OR_EQUAL -> value <= constant;
            case EQUAL -> value == constant;
            case NOT_EQUAL -> value != constant;
        };
    }

    private static Operator opposite(Operator operator) {
        return switch (operator) {
            case GREATER -> Operator.LESS_OR_EQUAL;
            case LESS -> Operator.GREATER_OR_EQUAL;
            case GREATER_OR_EQUAL -> Operator.LESS;
            case LESS_OR_EQUAL -> Operator.GREATER;
            case EQUAL -> Operator.NOT_EQUAL;
            case NOT_EQUAL -> Operator.EQUAL;
        };
    }
}
