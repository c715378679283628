package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Message;

/**
 * A test, as the JUnit Platform knows it.
 *
 * @param uniqueId names it from run to run
 * @param displayName for people
 * @param className binary name of its class; empty if the engine does not say
 * @param methodName empty if the engine does not say
 */
public record TestCase(String uniqueId, String displayName, String className, String methodName) {

    static TestCase of(Message.Test test) {
        return new TestCase(test.uniqueId(), test.displayName(), test.className(), test.methodName());
    }

    /** Whether another is this test, or one that this one makes when it runs. */
    public boolean covers(TestCase other) {
        return other.uniqueId().equals(uniqueId) || other.uniqueId().startsWith(uniqueId + "/");
    }

    /** {@code pkg.CTest.method}, with the display name where it says more (the invocations of a parameterized test). */
    public String name() {
        String name = className.isEmpty() ? uniqueId : methodName.isEmpty() ? className : className + "." + methodName;
        boolean saysMore = !displayName.isEmpty()
                && !displayName.equals(methodName)
                && !displayName.equals(methodName + "()")
                && !displayName.equals(methodName + "(" + className + ")");
        return saysMore ? name + " " + displayName : name;
    }
}
