package dev.oraculum.verification;

import dev.oraculum.api.AssertionText;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.ValueType;
import dev.oraculum.api.Variable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/**
 * Runs the Java text of an assertion on recorded states. Every occurrence of a variable is replaced by a read of its recorded value, which throws where the value is
 * absent, as the real expression would: a guard that is missing shows.
 */
final class StateForm {
    private static final String CLASS = "OraculumStates";
    private static final int BUFFER_BYTES = 1 << 20;
    /** Bound on the contents of one state. */
    private static final int MAX_TAIL_BYTES = 1 << 20;

    private StateForm() {}

    /** Where states come from: {@link dev.oraculum.api.Evidence#readStates}. */
    @FunctionalInterface
    interface States {
        /** Reads states from the given one on into the buffer; their number, 0 at the end. */
        int read(long firstState, ByteBuffer into);
    }

    /** What {@link #check} found. */
    record Outcome(long states, long disagreements, String firstDisagreement) {}

    /**
     * Evaluates the assertion in this JVM on all states of the evidence and compares with the engine's verdicts.
     *
     * @param variables those of the evidence summary's schema
     * @throws OraculumException the text does not compile with values in the place of variables: a fault of ours
     */
    static Outcome check(AssertionText text, List<Variable> variables, States source) {
        MethodHandle holds = compile(text, variables);
        int presenceBytes = (variables.size() + 7) / 8;
        int stateBytes = 4 + 1 + presenceBytes + 8 * variables.size() + MAX_TAIL_BYTES;
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, stateBytes)).order(ByteOrder.LITTLE_ENDIAN);
        long[] values = new long[variables.size()];
        boolean[] present = new boolean[variables.size()];
        Map<Long, Object> identities = new HashMap<>();
        Object[] references = new Object[variables.size()];
        long states = 0;
        long disagreements = 0;
        String first = null;
        while (true) {
            buffer.clear();
            int count = source.read(states, buffer);
            if (count == 0) {
                return new Outcome(states, disagreements, first);
            }
            buffer.flip();
            for (int i = 0; i < count; i++, states++) {
                int length = buffer.getInt();
                int end = buffer.position() + length;
                byte flags = buffer.get();
                int presence = buffer.position();
                buffer.position(presence + presenceBytes);
                for (int v = 0; v < variables.size(); v++) {
                    present[v] = (buffer.get(presence + v / 8) >> (v % 8) & 1) != 0;
                    values[v] = buffer.getLong();
                    if (variables.get(v).type() == ValueType.REFERENCE) {
                        references[v] = values[v] == 0 ? null : identities.computeIfAbsent(values[v], id -> new Object());
                    }
                }
                buffer.position(end);
                boolean engine = (flags & 2) != 0;
                String jvm = evaluate(holds, values, references, present);
                if (!jvm.equals(String.valueOf(engine))) {
                    disagreements++;
                    if (first == null) {
                        first = "the engine says " + engine + ", the JVM " + jvm + " on the " + ((flags & 1) != 0 ? "correct" : "incorrect") + " state " + states + ": "
                                + describe(variables, values, present);
                    }
                }
            }
        }
    }

    /** {@code true}, {@code false} or the exception. */
    private static String evaluate(MethodHandle holds, long[] values, Object[] references, boolean[] present) {
        try {
            return (boolean) holds.invokeExact(values, references, present) ? "true" : "false";
        } catch (RuntimeException e) {
            return "throws " + e;
        } catch (Throwable e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot evaluate the assertion in the JVM: " + e, e);
        }
    }

    private static String describe(List<Variable> variables, long[] values, boolean[] present) {
        StringBuilder text = new StringBuilder();
        for (int v = 0; v < values.length; v++) {
            ValueType type = variables.get(v).type();
            Object value = switch (type) {
                case BOOLEAN -> values[v] != 0;
                case FLOAT, DOUBLE -> Double.longBitsToDouble(values[v]);
                default -> values[v];
            };
            text.append(v == 0 ? "" : ", ").append(variables.get(v).name()).append(" = ").append(present[v] ? value : "absent");
        }
        return text.toString();
    }

    static String source(AssertionText text, List<Variable> variables) {
        Map<String, String> reads = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            if (variables.get(i).type().isContents()) {
                continue;
            }
            String access = "(values, present, " + i + ")";
            reads.put(
                    Variables.java(variables.get(i)),
                    switch (variables.get(i).type()) {
                        case BOOLEAN -> "(integral" + access + " != 0)";
                        case REFERENCE -> "reference(references, present, " + i + ")";
                        case LONG -> "integral" + access;
                        case DOUBLE -> "real" + access;
                        case FLOAT -> "((float) real" + access + ")";
                        default -> "((" + variables.get(i).type().notation() + ") integral" + access + ")";
                    });
        }
        return """
                public final class %s {
                    public static boolean holds(long[] values, Object[] references, boolean[] present) {
                        return %s;
                    }
                    private static long integral(long[] values, boolean[] present, int i) {
                        if (!present[i]) throw new NullPointerException("absent value read");
                        return values[i];
                    }
                    private static double real(long[] values, boolean[] present, int i) {
                        return Double.longBitsToDouble(integral(values, present, i));
                    }
                    private static Object reference(Object[] references, boolean[] present, int i) {
                        if (!present[i]) throw new NullPointerException("absent reference read");
                        return references[i];
                    }
                }
                """.formatted(CLASS, JavaExpressions.replace(text.java(), reads));
    }

    private static MethodHandle compile(AssertionText text, List<Variable> variables) {
        String source = source(text, variables);
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        WideningFileManager memory =
                new WideningFileManager(JdkCompiler.get().getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8), bytes -> bytes);
        List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn");
        if (!JdkCompiler.get().getTask(null, memory, diagnostics, options, null, List.of(new SourceText(CLASS, source))).call()) {
            throw new OraculumException(
                    OraculumException.Code.INTERNAL, "the assertion does not compile over recorded states: " + JdkCompiler.firstError(diagnostics) + "\n" + source);
        }
        byte[] classFile = memory.classes().get(CLASS);
        try {
            Class<?> type = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
                Class<?> define() {
                    return defineClass(CLASS, classFile, 0, classFile.length);
                }
            }.define();
            return MethodHandles.publicLookup()
                    .findStatic(type, "holds", MethodType.methodType(boolean.class, long[].class, Object[].class, boolean[].class));
        } catch (ReflectiveOperationException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot load the assertion compiled over recorded states", e);
        }
    }
}
