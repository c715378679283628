package dev.oraculum.evaluation.generator;

import java.util.ArrayList;
import java.util.List;

/** Statements one after the other; each gives a value, which later ones may use by its place. */
final class Sequence {
    /**
     * A call, or a literal that gets a variable.
     *
     * @param operation null for a literal
     * @param inputs of the call: places of earlier statements (Integer), or literals written in place
     * @param literal null for a call
     */
    record Statement(Operation operation, List<Object> inputs, Literal literal) {
        Class<?> type() {
            return operation != null ? operation.output() : literal.type();
        }
    }

    /**
     * What an execution gave.
     *
     * @param values of the statements that returned
     * @param thrown by the statement after them; null if all returned
     */
    record Outcome(List<Object> values, Throwable thrown) {}

    final List<Statement> statements = new ArrayList<>();
    private volatile Operation executing;

    int add(Operation operation, List<Object> inputs) {
        statements.add(new Statement(operation, inputs, null));
        return statements.size() - 1;
    }

    int add(Literal literal) {
        statements.add(new Statement(null, List.of(), literal));
        return statements.size() - 1;
    }

    /** Appends another sequence; returns the place of its first statement. */
    int append(Sequence other) {
        int offset = statements.size();
        for (Statement s : other.statements) {
            List<Object> inputs = s.inputs().stream().map(i -> i instanceof Integer place ? (Object) (place + offset) : i).toList();
            statements.add(new Statement(s.operation(), inputs, s.literal()));
        }
        return offset;
    }

    Sequence copy() {
        Sequence copy = new Sequence();
        copy.statements.addAll(statements);
        return copy;
    }

    /** The literals that are written in place. */
    List<Literal> literals() {
        return statements.stream().flatMap(s -> s.inputs().stream()).filter(Literal.class::isInstance).map(Literal.class::cast).toList();
    }

    long calls() {
        return statements.stream().filter(s -> s.operation() != null).count();
    }

    /** What the sequence executes, or executed last. */
    Operation executing() {
        return executing;
    }

    /** Executes all statements anew. */
    Outcome execute() {
        List<Object> values = new ArrayList<>();
        for (Statement s : statements) {
            executing = s.operation();
            try {
                values.add(s.literal() != null ? s.literal().value().get() : s.operation().invoke(inputs(s, values)));
            } catch (Throwable t) {
                return new Outcome(values, t);
            }
        }
        return new Outcome(values, null);
    }

    /** The values of the inputs of a statement, given those of the statements before it. */
    List<Object> inputs(Statement s, List<Object> values) {
        List<Object> inputs = new ArrayList<>();
        for (Object input : s.inputs()) {
            inputs.add(input instanceof Integer place ? values.get(place) : ((Literal) input).value().get());
        }
        return inputs;
    }
}
