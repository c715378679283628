package dev.oraculum.verification;

import dev.oraculum.api.evidence.Variable;

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

    /** The declaration at the method's start of a value that the method has on entry. */
    public static String entryDeclaration(Variable v) {
        return "final " + type(v) + " " + java(v) + " = " + v.entry() + ";";
    }

    /** Its type as a declaration writes it: a primitive, or the type of the object it is or is held by. */
    public static String type(Variable v) {
        boolean object = v.type() == dev.oraculum.api.evidence.ValueType.REFERENCE || v.type().isContents();
        return !object ? v.type().notation() : v.javaType() == null ? "Object" : canonical(v.javaType());
    }

    /** {@code Outer.Inner} for {@code Outer$Inner}; a dollar that is part of a name is not told apart. */
    static String canonical(String binaryName) {
        return binaryName.replaceAll("(?<=[\\w\\]>])\\$(?=[A-Za-z_])", ".");
    }
}
