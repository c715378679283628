package dev.oraculum.verification;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.runtime.states.Judgement;
import dev.oraculum.runtime.states.StateVariable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/**
 * Runs the Java text of an assertion on recorded states. Every occurrence of a variable is replaced by a read of its recorded value, which
 * throws where the value is absent, as the real expression would: a guard that is missing shows. What holds contents is made anew from
 * them. The supervisor compiles the text, and another process runs it.
 */
final class StateForm {
    private static final String CLASS = "OraculumStates";
    /** Bound on the contents of one state: many small states, or at least one large, are read at a time. */
    private static final int MAX_TAIL_BYTES = 1 << 20;

    private StateForm() {}

    /** Where states come from: {@link dev.oraculum.api.evidence.Evidence#readStates}. */
    @FunctionalInterface
    interface States {
        /** Reads states from the given one on into the buffer; their number, 0 at the end. */
        int read(long firstState, ByteBuffer into);
    }

    /** Who loads the assertion and judges states with it: {@link StateJudge} outside of tests. */
    interface Judge {
        /** Takes an assertion that was compiled over these variables, in place of the one before. */
        void load(String className, byte[] classFile, List<StateVariable> variables);

        /** Judges that many states from the given one on, which are from the buffer's position to its limit. */
        Judgement.Batch judge(long first, ByteBuffer states, int count);
    }

    /**
     * What {@link #check} found.
     *
     * @param compilationError why there is no verdict; null: there is one
     */
    record Outcome(long states, long disagreements, String firstDisagreement, String compilationError) {}

    /** Why the assertion does not compile over recorded states; null if it does. */
    static String compilationError(AssertionText text, List<Variable> variables) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JdkCompiler.deep(() -> compile(source(text, variables, new RecordedVariables(variables, text.variables())), diagnostics));
        return JdkCompiler.firstError(diagnostics);
    }

    /**
     * Evaluates the assertion in a JVM on all states of the evidence and compares with the engine's verdicts.
     *
     * @param variables those of the evidence summary's schema
     */
    static Outcome check(AssertionText text, List<Variable> variables, States source, Judge judge) {
        RecordedVariables recorded = new RecordedVariables(variables, text.variables());
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        byte[] classFile = JdkCompiler.deep(() -> compile(source(text, variables, recorded), diagnostics));
        if (classFile == null) {
            return new Outcome(0, 0, null, JdkCompiler.firstError(diagnostics));
        }
        judge.load(CLASS, classFile, recorded.states());
        int stateBytes = 4 + 1 + (variables.size() + 7) / 8 + 8 * variables.size() + MAX_TAIL_BYTES;
        ByteBuffer buffer = ByteBuffer.allocateDirect(stateBytes).order(ByteOrder.LITTLE_ENDIAN);
        long states = 0;
        long disagreements = 0;
        String first = null;
        while (true) {
            buffer.clear();
            int count = source.read(states, buffer);
            if (count == 0) {
                return new Outcome(states, disagreements, first, null);
            }
            Judgement.Batch batch = judge.judge(states, buffer.flip(), count);
            states += count;
            disagreements += batch.disagreements();
            first = first == null && batch.disagreements() > 0 ? batch.example() : first;
        }
    }

    private static String source(AssertionText text, List<Variable> variables, RecordedVariables recorded) {
        Map<String, String> reads = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            if (!variable.type().isContents()) {
                reads.put(Variables.java(variable), read(variable.type(), recorded.javaType(i), i));
            } else if (recorded.isOwnObject(i)) {
                reads.put(Variables.java(variable), "((" + recorded.holderType(i) + ") contents[" + i + "])");
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

    /**
     * References whose types here have nothing in common could not be compared (JLS 15.21.3), though their declared ones can: a list of
     * numbers and one of anything.
     */
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

    /** The class file, or null and diagnostics that say why there is none. */
    private static byte[] compile(String source, DiagnosticCollector<JavaFileObject> diagnostics) {
        WideningFileManager memory =
                new WideningFileManager(JdkCompiler.get().getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8),
                        bytes -> bytes);
        return JdkCompiler.compile(memory, diagnostics, new SourceText(CLASS, source)) ? memory.classes().get(CLASS) : null;
    }
}
