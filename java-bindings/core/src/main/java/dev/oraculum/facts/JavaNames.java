package dev.oraculum.facts;

import java.util.Arrays;
import java.util.Set;

/**
 * Which names of class files the text of an assertion may use. Other compilers and obfuscators use names that Java could not refer to.
 * The engine has the same rule (src/evidence/java_text.rs) and checks what it is told; what is not accepted there must not be planned.
 */
public final class JavaNames {
    /** The text of an assertion speaks of packages and classes by these words; a variable of that name would hide them (JLS 6.4.2). */
    private static final Set<String> TAKEN =
            Set.of("java", "Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Math", "Object", "Short", "String");
    /** No type of source is called so (JLS 3.9). */
    private static final Set<String> NO_TYPES = Set.of("permits", "record", "sealed", "var", "yield");
    /** UTF-8 takes at most three bytes for a char; the engine takes texts of 65 536 bytes. */
    private static final int LONGEST = 16_000;

    private JavaNames() {}

    /** Whether it is an identifier, no keyword, of signs that every Java has. */
    public static boolean isIdentifier(String name) {
        return name.length() <= LONGEST
                && javax.lang.model.SourceVersion.isIdentifier(name)
                && !javax.lang.model.SourceVersion.isKeyword(name)
                && name.codePoints().limit(1).allMatch(c -> c == '$' || c == '_' || Character.isLetter(c))
                && name.codePoints().allMatch(c -> c == '$' || c == '_'
                || Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    /** Whether a variable may be called so: it hides nothing that assertions need. */
    public static boolean isVariable(String name) {
        return isIdentifier(name) && !TAKEN.contains(name);
    }

    /** Whether it is a type's canonical name. */
    public static boolean isType(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return name.length() <= LONGEST && Arrays.stream(name.split("\\.", -1)).allMatch(JavaNames::isIdentifier)
                && !NO_TYPES.contains(simple);
    }
}
