package dev.oraculum.runtime.states;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** An assertion that was compiled over recorded states, and the JVM's verdicts with it. */
public final class Judgement {
    private final MethodHandle holds;
    private final RecordedState state;

    /**
     * What a batch of states showed.
     *
     * @param disagreements states on which the engine's verdict is another
     * @param example the first of them, for a reader; empty if there is none
     */
    public record Batch(int disagreements, String example) {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(ClassLoader.getPlatformClassLoader());
        }

        Class<?> define(String name, byte[] classFile) {
            return defineClass(name, classFile, 0, classFile.length);
        }
    }

    /**
     * Loads the assertion, in a class loader of its own that has only the JDK's classes.
     *
     * @param className of a class with {@code public static boolean holds(long[], Object[], Object[], boolean[])}: values, references,
     * contents and presence, each by variable
     * @throws ReflectiveOperationException there is no such method
     */
    public Judgement(String className, byte[] classFile, List<StateVariable> variables) throws ReflectiveOperationException {
        Class<?> type = new Loader().define(className, classFile);
        holds = MethodHandles.publicLookup()
                .findStatic(type, "holds", MethodType.methodType(
                boolean.class, long[].class, Object[].class, Object[].class, boolean[].class));
        state = new RecordedState(variables);
    }

    /** Judges states (docs/formats.md, {@code fetch}) from the buffer's position on; {@code first} is the place of the first among all. */
    public Batch judge(long first, ByteBuffer batch, int count) throws Throwable {
        batch.order(ByteOrder.LITTLE_ENDIAN);
        int disagreements = 0;
        String example = "";
        for (int i = 0; i < count; i++) {
            state.read(batch);
            String jvm = evaluate();
            if (!jvm.equals(String.valueOf(state.holds())) && disagreements++ == 0) {
                example = "the engine says " + state.holds() + ", the JVM " + jvm + " on the "
                        + (state.isCorrect() ? "correct" : "incorrect") + " state " + (first + i) + ": " + state.describe();
            }
        }
        return new Batch(disagreements, example);
    }

    /** {@code true}, {@code false} or the exception. */
    private String evaluate() throws Throwable {
        try {
            return (boolean) holds.invokeExact(state.values(), state.references(), state.contents(), state.present()) ? "true" : "false";
        } catch (RuntimeException e) {
            return "throws " + e;
        }
    }
}
