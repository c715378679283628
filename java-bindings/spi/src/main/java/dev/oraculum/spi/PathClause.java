package dev.oraculum.spi;

import java.util.Objects;

/**
 * One condition of a {@link PathCondition}. Clauses speak of <em>origins</em>: texts that say how the inputs of a test lead to a value,
 * such as {@code x}, {@code this.a[0]}, {@code this.a.length}, {@code this.map.get(key)}. An origin begins with a name; names, calls and
 * brackets follow without blanks. Two clauses depend on each other if they have an origin in common (the setting {@code slicing}), so the
 * same value must have the same text in all clauses.
 */
public sealed interface PathClause {
    /** How two numbers compare. */
    enum Operator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** As in Java. */
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * A numeric comparison. Its negation is the opposite comparison: where a side may be NaN, negate a {@link Text} instead.
     *
     * @param left a term over origins and numerals
     * @param right another one
     */
    record Compare(String left, Operator operator, String right) implements PathClause {
        public Compare {
            Objects.requireNonNull(left, "left");
            Objects.requireNonNull(operator, "operator");
            Objects.requireNonNull(right, "right");
        }

        @Override
        public String toString() {
            return left + " " + operator + " " + right;
        }
    }

    /** The origin is null, or, if that does not hold, it is not. */
    record Null(String origin, boolean holds) implements PathClause {
        public Null {
            Objects.requireNonNull(origin, "origin");
        }

        @Override
        public String toString() {
            return origin + (holds ? " == null" : " != null");
        }
    }

    /**
     * The origin is an object of that class which nothing else refers to. Where it does not hold: one of a subtype that was not tried yet.
     *
     * @param className by any name, always the same for a class
     */
    record Fresh(String origin, String className, boolean holds) implements PathClause {
        public Fresh {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(className, "className");
        }

        @Override
        public String toString() {
            return origin + (holds ? " is fresh " : " is not fresh ") + className;
        }
    }

    /** Both origins are the same object, or, if that does not hold, they are not. */
    record Alias(String origin, String other, boolean holds) implements PathClause {
        public Alias {
            Objects.requireNonNull(origin, "origin");
            Objects.requireNonNull(other, "other");
        }

        @Override
        public String toString() {
            return origin + (holds ? " aliases " : " does not alias ") + other;
        }
    }

    /**
     * Anything, as text: names and what follows them are its origins, what is in quotes is none. Text that holds may be several clauses,
     * joined by {@code &&}, and is read as another kind if it looks like that does as text.
     */
    record Text(String text, boolean holds) implements PathClause {
        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return holds ? text : "!(" + text + ")";
        }
    }
}
