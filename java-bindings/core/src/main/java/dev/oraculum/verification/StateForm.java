package dev.oraculum.verification;

import dev.oraculum.api.AssertionText;
import dev.oraculum.api.ExitValue;
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
 * absent, as the real expression would: a guard that is missing shows. What holds contents is made anew from them ({@link RecordedState}).
 */
final class StateForm {
    private static final String CLASS = "OraculumStates";
    /** Bound on the contents of one state: many small states, or at least one large, are read at a time. */
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
        RecordedState state = new RecordedState(variables, text.variables());
        MethodHandle holds = compile(text, variables, state);
        int stateBytes = 4 + 1 + (variables.size() + 7) / 8 + 8 * variables.size() + MAX_TAIL_BYTES;
        ByteBuffer buffer = ByteBuffer.allocateDirect(stateBytes).order(ByteOrder.LITTLE_ENDIAN);
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
                state.read(buffer);
                String jvm = evaluate(holds, state);
                if (!jvm.equals(String.valueOf(state.holds()))) {
                    disagreements++;
                    if (first == null) {
                        first = "the engine says " + state.holds() + ", the JVM " + jvm + " on the " + (state.isCorrect() ? "correct" : "incorrect") + " state " + states + ": " + state.describe();
                    }
                }
            }
        }
    }

    /** {@code true}, {@code false} or the exception. */
    private static String evaluate(MethodHandle holds, RecordedState state) {
        try {
            return (boolean) holds.invokeExact(state.values(), state.references(), state.contents(), state.present()) ? "true" : "false";
        } catch (RuntimeException e) {
            return "throws " + e;
        } catch (Throwable e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot evaluate the assertion in the JVM: " + e, e);
        }
    }

    private static String source(AssertionText text, List<Variable> variables, RecordedState state) {
        Map<String, String> reads = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            if (!variable.type().isContents()) {
                reads.put(Variables.java(variable), read(variable.type(), state.javaType(i), i));
            } else if (state.isOwnObject(i)) {
                reads.put(Variables.java(variable), "((" + state.holder(i).javaType() + ") contents[" + i + "])");
            }
        }
        compareAsObjects(text.variables(), reads);
        for (ExitValue copy : text.exitValues()) {
            reads.put(copy.name(), "(" + JavaExpressions.replace(copy.java(), reads) + ")");
        }
        return """
                public final class %s {
                    public static boolean holds(long[] values, Object[] references, Object[] contents, boolean[] present) {
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

    private static String read(ValueType type, String javaType, int i) {
        String access = "(values, present, " + i + ")";
        return switch (type) {
            case BOOLEAN -> "(integral" + access + " != 0)";
            case REFERENCE -> "((" + javaType + ") reference(references, present, " + i + "))";
            case LONG -> "integral" + access;
            case DOUBLE -> "real" + access;
            case FLOAT -> "((float) real" + access + ")";
            default -> "((" + type.notation() + ") integral" + access + ")";
        };
    }

    /** References whose types here have nothing in common could not be compared (JLS 15.21.3), though their declared ones can: a list of numbers and one of anything. */
    private static void compareAsObjects(List<Variable> used, Map<String, String> reads) {
        List<String> references = used.stream().filter(v -> v.type() == ValueType.REFERENCE).map(Variables::java).toList();
        Map<String, String> comparisons = new HashMap<>();
        for (String left : references) {
            for (String right : references) {
                for (String operator : List.of(" == ", " != ")) {
                    comparisons.put(left + operator + right, "(Object) " + reads.get(left) + operator + reads.get(right));
                }
            }
        }
        reads.putAll(comparisons);
    }

    private static MethodHandle compile(AssertionText text, List<Variable> variables, RecordedState state) {
        String source = source(text, variables, state);
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
                    .findStatic(type, "holds", MethodType.methodType(boolean.class, long[].class, Object[].class, Object[].class, boolean[].class));
        } catch (ReflectiveOperationException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot load the assertion compiled over recorded states", e);
        }
    }
}
