package dev.oraculum.verification;

import dev.oraculum.api.Variable;

/** How variables read in Java. */
public final class Variables {
    private Variables() {}

    /** The variable's Java text; where the schema has none, its name with what is no identifier part replaced by {@code _}. */
    public static String java(Variable v) {
        if (v.java() != null) {
            return v.java();
        }
        StringBuilder name = new StringBuilder();
        v.name().codePoints().forEach(c -> name.appendCodePoint(Character.isJavaIdentifierPart(c) ? c : '_'));
        return name.toString();
    }
}
