package dev.oraculum.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What to record of one method: the values that woven code hands over (its <em>roots</em>) and how each variable of the
 * state is read from them. Made by the supervisor from class files, sent to the worker as bytes.
 *
 * <p>Variable i of a plan is variable i of the schema and of the records that {@link Recorder} writes.
 *
 * @param className internal name of the class that declares the method
 * @param methodName its name, {@code <init>} for a constructor
 * @param descriptor its descriptor
 * @param returnInstructions how many return instructions the method has
 * @param exits the normal exits at which states are taken, in bytecode order
 * @param entryRoots what woven code hands over at the method's entry
 * @param exitRoots what it hands over at each exit
 * @param variables the variables of a state, in schema order
 * @param limits bounds of recording
 */
public record StatePlan(
        String className,
        String methodName,
        String descriptor,
        int returnInstructions,
        List<Exit> exits,
        List<Root> entryRoots,
        List<Root> exitRoots,
        List<Variable> variables,
        Limits limits)
        implements Plan {

    public static final int MAGIC = 0x4f50_0002;

    public StatePlan {
        exits = List.copyOf(exits);
        entryRoots = List.copyOf(entryRoots);
        exitRoots = List.copyOf(exitRoots);
        variables = List.copyOf(variables);
    }

    /**
     * A return instruction. A mutant may have lost some of them, so the agent finds an exit again by its line and its
     * number within the line if the counts differ.
     *
     * @param ordinal number among the method's return instructions, from 0
     * @param line source line, or -1 without line numbers
     * @param ordinalInLine number among the return instructions of that line, from 0
     */
    public record Exit(int ordinal, int line, int ordinalInLine) {}

    /** Where a root comes from. */
    public enum RootKind {
        /** The receiver. */
        THIS,
        /** A parameter, by slot. */
        PARAMETER,
        /** A local variable, found at each exit by name and descriptor. */
        LOCAL,
        /** The value about to be returned. */
        RESULT
    }

    /**
     * A value that woven code hands over.
     *
     * @param slot local variable slot of THIS and PARAMETER, else -1
     * @param name source name of a LOCAL, else a label for messages
     * @param descriptor its type as a field descriptor
     */
    public record Root(RootKind kind, int slot, String name, String descriptor) {}

    /** When a variable is read. */
    public enum Moment {
        ENTRY,
        EXIT
    }

    /** How one step of a path reads from a reference. */
    public enum StepKind {
        FIELD,
        /** A method without parameters. */
        METHOD,
        /** The length of an array; owner, name and descriptor are empty. */
        LENGTH,
        /** Last step of a contents variable: what a string, an array or a collection holds. */
        ELEMENTS,
        /** Last step of a contents variable: the keys of a map. */
        KEYS,
        /** Last step of a contents variable: the values of a map. */
        VALUES
    }

    /**
     * One step of a path.
     *
     * @param owner internal name of the class to look the member up in
     * @param descriptor field or method descriptor; of contents, the sort of their elements: one of {@code ZBCSIJFD},
     *     {@code L} for references, {@code T} for strings
     */
    public record Step(StepKind kind, String owner, String name, String descriptor) {
        public static Step field(String owner, String name, String descriptor) {
            return new Step(StepKind.FIELD, owner, name, descriptor);
        }

        public static Step method(String owner, String name, String descriptor) {
            return new Step(StepKind.METHOD, owner, name, descriptor);
        }

        public static Step length() {
            return new Step(StepKind.LENGTH, "", "", "");
        }

        /** The step that reads contents; {@code kind} is one of ELEMENTS, KEYS and VALUES. */
        public static Step contents(StepKind kind, char elementSort) {
            return new Step(kind, "", "", String.valueOf(elementSort));
        }

        boolean isContents() {
            return kind.compareTo(StepKind.ELEMENTS) >= 0;
        }
    }

    /**
     * A variable of the state.
     *
     * @param sort first character of its type's descriptor: one of {@code ZBSCIJFD}, or {@code L} for any reference; contents
     *     are {@code T} a text, <code>[</code> a sequence that can be indexed, <code>{</code> a collection without order
     * @param root index into the roots of its moment
     * @param steps how it is read from the root; empty: the root itself
     */
    public record Variable(String name, char sort, Moment moment, int root, List<Step> steps) {
        public Variable {
            steps = List.copyOf(steps);
        }

        /** Whether it stands for what a string, an array, a collection or a map holds. */
        public boolean isContents() {
            return !steps.isEmpty() && steps.get(steps.size() - 1).isContents();
        }
    }

    /**
     * Bounds of recording.
     *
     * @param fullyRecorded of one test, how many invocations are all recorded; later ones are thinned
     * @param observerTicks tick budget of one observer call; an observer over it is recorded as absent
     * @param contentsLimit elements of an array or collection; contents with more are recorded as absent
     * @param textLimit characters (UTF-16 code units) of a string; a longer one is recorded as absent
     */
    public record Limits(int fullyRecorded, long observerTicks, int contentsLimit, int textLimit) {
        public static final Limits DEFAULT = new Limits(256, 100_000);

        public Limits {
            if (contentsLimit < 0 || textLimit < 0) {
                throw new IllegalArgumentException(
                        "bounds of contents must not be negative: " + contentsLimit + " elements, " + textLimit + " characters");
            }
        }

        /** Contents of up to 256 elements and 1024 characters. */
        public Limits(int fullyRecorded, long observerTicks) {
            this(fullyRecorded, observerTicks, 256, 1024);
        }

        public Limits withContents(int elements, int characters) {
            return new Limits(fullyRecorded, observerTicks, elements, characters);
        }

        /**
         * Whether an invocation is recorded: all of the first {@code fullyRecorded}, then every second one until twice that
         * number, every fourth until four times it, and so on. The rule depends on the invocation's number alone, so the
         * states of a mutant keep their partners among the correct states.
         */
        public boolean records(int invocation) {
            return invocation < fullyRecorded
                    || (fullyRecorded > 0 && invocation % (2 * Integer.highestOneBit(invocation / fullyRecorded)) == 0);
        }
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeUTF(className);
        out.writeUTF(methodName);
        out.writeUTF(descriptor);
        out.writeInt(returnInstructions);
        out.writeInt(exits.size());
        for (Exit exit : exits) {
            out.writeInt(exit.ordinal());
            out.writeInt(exit.line());
            out.writeInt(exit.ordinalInLine());
        }
        writeRoots(out, entryRoots);
        writeRoots(out, exitRoots);
        writeVariables(out, variables);
        writeLimits(out, limits);
    }

    static void writeVariables(DataOutput out, List<Variable> variables) throws IOException {
        out.writeInt(variables.size());
        for (Variable variable : variables) {
            out.writeUTF(variable.name());
            out.writeChar(variable.sort());
            out.writeByte(variable.moment().ordinal());
            out.writeInt(variable.root());
            out.writeInt(variable.steps().size());
            for (Step step : variable.steps()) {
                out.writeByte(step.kind().ordinal());
                out.writeUTF(step.owner());
                out.writeUTF(step.name());
                out.writeUTF(step.descriptor());
            }
        }
    }

    static void writeLimits(DataOutput out, Limits limits) throws IOException {
        out.writeInt(limits.fullyRecorded());
        out.writeLong(limits.observerTicks());
        out.writeInt(limits.contentsLimit());
        out.writeInt(limits.textLimit());
    }

    static void writeRoots(DataOutput out, List<Root> roots) throws IOException {
        out.writeInt(roots.size());
        for (Root root : roots) {
            out.writeByte(root.kind().ordinal());
            out.writeInt(root.slot());
            out.writeUTF(root.name());
            out.writeUTF(root.descriptor());
        }
    }

    @Override
    public Recording recording(int place) {
        return new StateRecording(this);
    }

    /** A method. */
    @Override
    public Object subject() {
        return className + "." + methodName + descriptor;
    }

    /** Reads what {@link #write} wrote. */
    public static StatePlan read(DataInput in) throws IOException {
        String className = in.readUTF();
        String methodName = in.readUTF();
        String descriptor = in.readUTF();
        int returnInstructions = in.readInt();
        List<Exit> exits = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            exits.add(new Exit(in.readInt(), in.readInt(), in.readInt()));
        }
        List<Root> entryRoots = readRoots(in);
        List<Root> exitRoots = readRoots(in);
        List<Variable> variables = readVariables(in);
        Limits limits = readLimits(in);
        return new StatePlan(
                className, methodName, descriptor, returnInstructions, exits, entryRoots, exitRoots, variables, limits);
    }

    static Limits readLimits(DataInput in) throws IOException {
        return new Limits(in.readInt(), in.readLong(), in.readInt(), in.readInt());
    }

    static List<Variable> readVariables(DataInput in) throws IOException {
        List<Variable> variables = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            String name = in.readUTF();
            char sort = in.readChar();
            Moment moment = Moment.values()[in.readByte()];
            int root = in.readInt();
            List<Step> steps = new ArrayList<>();
            for (int j = in.readInt(); j > 0; j--) {
                steps.add(new Step(StepKind.values()[in.readByte()], in.readUTF(), in.readUTF(), in.readUTF()));
            }
            variables.add(new Variable(name, sort, moment, root, steps));
        }
        return variables;
    }

    static List<Root> readRoots(DataInput in) throws IOException {
        List<Root> roots = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            roots.add(new Root(RootKind.values()[in.readByte()], in.readInt(), in.readUTF(), in.readUTF()));
        }
        return roots;
    }
}
