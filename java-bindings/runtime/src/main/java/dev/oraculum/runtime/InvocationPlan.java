package dev.oraculum.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods of which every invocation is to be recorded: its state at entry and exit, and which statements have been executed by then.
 *
 * @param methods the methods; records refer to them by their place
 * @param statements how many statements the methods have; marks refer to them by number, from 0
 * @param cumulative whether a record has the statements that the test executed until then (those new since the record before), or those
 * executed during the invocation
 * @param limits bounds of recording; {@code fullyRecorded} is of each method in each test
 * @param recordsPerTest the most records of one test; what comes after them is dropped
 */
public record InvocationPlan(List<Method> methods, int statements, boolean cumulative, StatePlan.Limits limits, int recordsPerTest)
        implements Plan {
    public static final int MAGIC = 0x4f49_0001;

    /** A bound on the memory that one test's records take; few tests come near it. */
    public static final int DEFAULT_RECORDS_PER_TEST = 10_000;

    public InvocationPlan {
        methods = List.copyOf(methods);
        for (Method method : methods) {
            for (Mark mark : method.marks()) {
                if (mark.statement() < 0 || mark.statement() >= statements) {
                    throw new IllegalArgumentException(method + " has statement " + mark.statement() + " of " + statements);
                }
            }
        }
    }

    /**
     * A method or constructor.
     *
     * @param className internal name
     * @param entryRoots what woven code hands over at its entry: the receiver, but for a constructor's, and parameters
     * @param exitRoots what variables at its normal exit are read from; receiver and parameters are the objects of the entry
     * @param variables in schema order
     * @param marks where its statements are
     */
    public record Method(
            String className,
            String name,
            String descriptor,
            List<StatePlan.Root> entryRoots,
            List<StatePlan.Root> exitRoots,
            List<StatePlan.Variable> variables,
            List<Mark> marks) {
        public Method {
            entryRoots = List.copyOf(entryRoots);
            exitRoots = List.copyOf(exitRoots);
            variables = List.copyOf(variables);
            marks = List.copyOf(marks);
        }
    }

    /**
     * A place that belongs to a statement: reaching it is executing the statement.
     *
     * @param instruction number of an instruction of the method, from 0; labels, lines and frames do not count
     * @param statement number over the whole plan
     */
    public record Mark(int instruction, int statement) {}

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(statements);
        out.writeBoolean(cumulative);
        StatePlan.writeLimits(out, limits);
        out.writeInt(recordsPerTest);
        out.writeInt(methods.size());
        for (Method method : methods) {
            out.writeUTF(method.className());
            out.writeUTF(method.name());
            out.writeUTF(method.descriptor());
            StatePlan.writeRoots(out, method.entryRoots());
            StatePlan.writeRoots(out, method.exitRoots());
            StatePlan.writeVariables(out, method.variables());
            out.writeInt(method.marks().size());
            for (Mark mark : method.marks()) {
                out.writeInt(mark.instruction());
                out.writeInt(mark.statement());
            }
        }
    }

    @Override
    public Recording recording(int place) {
        return new InvocationRecording(this);
    }

    /** Reads what {@link #write} wrote. */
    public static InvocationPlan read(DataInput in) throws IOException {
        int statements = in.readInt();
        boolean cumulative = in.readBoolean();
        StatePlan.Limits limits = StatePlan.readLimits(in);
        int recordsPerTest = in.readInt();
        List<Method> methods = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            methods.add(new Method(
                    in.readUTF(), in.readUTF(), in.readUTF(), StatePlan.readRoots(in), StatePlan.readRoots(in), StatePlan.readVariables(in),
                    readMarks(in)));
        }
        return new InvocationPlan(methods, statements, cumulative, limits, recordsPerTest);
    }

    private static List<Mark> readMarks(DataInput in) throws IOException {
        List<Mark> marks = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            marks.add(new Mark(in.readInt(), in.readInt()));
        }
        return marks;
    }
}
