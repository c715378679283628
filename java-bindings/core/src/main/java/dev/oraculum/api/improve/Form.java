package dev.oraculum.api.improve;

/** Where an assertion lives that a patch brings into a project. */
public enum Form {
    /** An {@code assert} statement before the method's exits. It does nothing in a JVM without {@code -ea}. */
    ASSERT,
    /** A check before the method's exits that throws {@link AssertionError}, in every JVM: in production, too. */
    THROW,
    /** An assertion in the existing tests, after their calls of the method; the code under test stays as it is. */
    TEST
}
