package dev.oraculum.generation;

import com.palantir.javapoet.CodeBlock;

/**
 * What {@code Object} and {@code Comparable} promise of every class, and what a test of it says: the contracts of Randoop (Pacheco, Lahiri,
 * Ernst and Ball, ICSE 2007, and its manual).
 */
enum Contract {
    EQUALS_REFLEXIVE(Of.EQUALS, 1, "equals_isNotReflexive", "x.equals(x) is true", "assertTrue({x}.equals({x}))"),
    EQUALS_NULL(Of.EQUALS, 1, "equals_takesNullForEqual", "x.equals(null) is false", "assertFalse({x}.equals(null))"),
    EQUALS_SYMMETRIC(
            Of.EQUALS, 2, "equals_isNotSymmetric", "x.equals(y) is what y.equals(x) is", "assertEquals({x}.equals({y}), {y}.equals({x}))"),
    HASH_CODE_OF_EQUALS(
            Of.EQUALS, 2, "hashCode_differsForEquals", "objects that are equal have one hash code",
                    "assertTrue(!{x}.equals({y}) || {x}.hashCode() == {y}.hashCode())"),
    HASH_CODE_THROWS(Of.HASH_CODE, 1, "hashCode_throws", "hashCode throws nothing", "{x}.hashCode()"),
    TO_STRING_THROWS(Of.TO_STRING, 1, "toString_throws", "toString throws nothing", "{x}.toString()"),
    COMPARE_TO_REFLEXIVE(Of.COMPARE_TO, 1, "compareTo_isNotReflexive", "x.compareTo(x) is 0", "assertEquals(0, {x}.compareTo({x}))"),
    COMPARE_TO_ANTISYMMETRIC(
            Of.COMPARE_TO, 2, "compareTo_isNotAntisymmetric", "x.compareTo(y) has the sign that y.compareTo(x) has not",
                    "assertEquals(Integer.signum({x}.compareTo({y})), -Integer.signum({y}.compareTo({x})))");

    /** The method that a class must declare itself to break a contract. */
    enum Of {
        EQUALS("equals", "(Ljava/lang/Object;)Z"),
        HASH_CODE("hashCode", "()I"),
        TO_STRING("toString", "()Ljava/lang/String;"),
        /** With objects of the class itself. */
        COMPARE_TO("compareTo", "");

        private final String method;
        private final String descriptor;

        Of(String method, String descriptor) {
            this.method = method;
            this.descriptor = descriptor;
        }

        /** @param declaring internal name of the class that declares a member */
        boolean is(TypeFacts.Member member, String declaring) {
            String wanted = this == COMPARE_TO ? "(L" + declaring + ";)I" : descriptor;
            return member.kind() == TypeFacts.MemberKind.METHOD && !member.isStatic() && member.name().equals(method)
                    && member.descriptor().equals(wanted);
        }
    }

    private final Of of;
    private final int objects;
    private final String breach;
    private final String promise;
    private final String statement;

    Contract(Of of, int objects, String breach, String promise, String statement) {
        this.of = of;
        this.objects = objects;
        this.breach = breach;
        this.promise = promise;
        this.statement = statement;
    }

    Of of() {
        return of;
    }

    /** Of how many objects it is. */
    int objects() {
        return objects;
    }

    /** What a test is called that breaks it. */
    String breach() {
        return breach;
    }

    /** What it says. */
    String promise() {
        return promise;
    }

    /** Whether any exception breaks it; {@code compareTo} may refuse objects. */
    boolean isBrokenByExceptions() {
        return of != Of.COMPARE_TO;
    }

    /** The statement that fails where it is broken. */
    CodeBlock statement(String first, String second) {
        return CodeBlock.of("$L", statement.replace("{x}", first).replace("{y}", second));
    }
}
