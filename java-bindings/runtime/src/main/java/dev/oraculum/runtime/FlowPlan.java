package dev.oraculum.runtime;

import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.Variable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * From which anomalous values dynamic def-use chains are to be followed, through which code, and to which assertions. Made by the
 * supervisor from the anomalies of an earlier run of the same tests, sent to the worker as bytes.
 *
 * @param methods whose invocations are counted: those of the earlier run, in the same order
 * @param tracked classes whose code passes labels on: internal names, each with the classes nested in it, and package prefixes that end
 *     in {@code /}
 * @param sites the assertions
 * @param anomalies where labels begin
 * @param mostLabels distinct sets of anomalies in one test; beyond it a union counts as all anomalies of the test
 */
public record FlowPlan(List<Method> methods, List<String> tracked, List<Site> sites, List<Anomaly> anomalies, int mostLabels)
        implements Plan {
    /** So many sets of anomalies take some 100 MB at the worst. */
    public static final int DEFAULT_MOST_LABELS = 1 << 18;

    public static final int MAGIC = 0x4f46_0001;

    /** Not tracked, whatever a plan says: the JDK, test frameworks, and what runs beside the code under test. */
    private static final List<String> NEVER = List.of(
            "java/", "javax/", "jdk/", "sun/", "com/sun/", "org/junit/", "junit/framework/", "junit/runner/", "junit/textui/",
            "junit/extensions/", "org/hamcrest/",
            "org/opentest4j/", "org/apiguardian/", "org/assertj/", "com/google/common/truth/", "org/mockito/", "net/bytebuddy/",
            "org/objenesis/", "org/easymock/",
            "org/testng/", "org/evosuite/", "dev/oraculum/agent/", "dev/oraculum/bytecode/", "dev/oraculum/kinds/",
            "dev/oraculum/runtime/", "dev/oraculum/worker/", "dev/oraculum/shaded/");

    public FlowPlan {
        methods = List.copyOf(methods);
        tracked = List.copyOf(tracked);
        sites = List.copyOf(sites);
        anomalies = List.copyOf(anomalies);
        if (mostLabels < 1) {
            throw new IllegalArgumentException("a test must be allowed at least one set of anomalies, not " + mostLabels);
        }
        for (Anomaly anomaly : anomalies) {
            if (anomaly.method() < 0 || anomaly.method() >= methods.size()) {
                throw new IllegalArgumentException("anomaly " + anomaly.id() + " is of method " + anomaly.method() + ", of "
                        + methods.size());
            }
            int variables = methods.get(anomaly.method()).variables().size();
            if (anomaly.variable() < 0 || anomaly.variable() >= variables) {
                throw new IllegalArgumentException("anomaly " + anomaly.id() + " is of variable " + anomaly.variable() + ", of "
                        + variables);
            }
        }
    }

    /**
     * A method whose invocations are counted, with the roots and variables by which anomalies speak of it.
     *
     * @param className internal name
     */
    public record Method(String className, String name, String descriptor, List<Root> entryRoots, List<Root> exitRoots,
            List<Variable> variables) {
        public Method {
            entryRoots = List.copyOf(entryRoots);
            exitRoots = List.copyOf(exitRoots);
            variables = List.copyOf(variables);
        }
    }

    /** What an assertion looks like in code. The order is part of the format: add at the end. */
    public enum Form {
        /** A call: it uses its operands, and what tracked code returned to it. */
        CALL,
        /** A call such as {@code assertThrows}: it also uses the operands of the calls that were made under it. */
        THROWS,
        /** The handler of a try block that ends in {@code fail}: it uses the operands of the calls in that block. */
        CATCH
    }

    /**
     * An assertion.
     *
     * @param className internal name
     * @param instruction number among the instructions of the method (labels, lines and frames not counted), from 0: of the call; of
     *     CATCH, the first of the handler
     * @param id names it in the records
     */
    public record Site(String className, String method, String descriptor, int instruction, int id, Form form) {}

    /**
     * An anomalous value.
     *
     * @param id what labels and records call it
     * @param test number of the test, as {@link Recorder#beginTest} is told it
     * @param invocation number among all invocations of planned methods in that test, by entry, from 0
     * @param method place in {@link FlowPlan#methods}
     * @param variable place in the variables of that method
     */
    public record Anomaly(int id, int test, int invocation, int method, Moment moment, int variable) {}

    /** Whether the code of a class, by internal name, passes labels on. */
    public boolean tracks(String className) {
        for (String never : NEVER) {
            if (className.startsWith(never)) {
                return false;
            }
        }
        for (String name : tracked) {
            if (name.endsWith("/") ? className.startsWith(name) : isOrIsInside(className, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOrIsInside(String className, String outer) {
        return className.startsWith(outer) && (className.length() == outer.length() || className.charAt(outer.length()) == '$');
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(methods.size());
        for (Method method : methods) {
            out.writeUTF(method.className());
            out.writeUTF(method.name());
            out.writeUTF(method.descriptor());
            StatePlan.writeRoots(out, method.entryRoots());
            StatePlan.writeRoots(out, method.exitRoots());
            StatePlan.writeVariables(out, method.variables());
        }
        out.writeInt(tracked.size());
        for (String name : tracked) {
            out.writeUTF(name);
        }
        out.writeInt(sites.size());
        for (Site site : sites) {
            out.writeUTF(site.className());
            out.writeUTF(site.method());
            out.writeUTF(site.descriptor());
            out.writeInt(site.instruction());
            out.writeInt(site.id());
            out.writeByte(site.form().ordinal());
        }
        out.writeInt(anomalies.size());
        for (Anomaly anomaly : anomalies) {
            out.writeInt(anomaly.id());
            out.writeInt(anomaly.test());
            out.writeInt(anomaly.invocation());
            out.writeInt(anomaly.method());
            out.writeByte(anomaly.moment().ordinal());
            out.writeInt(anomaly.variable());
        }
        out.writeInt(mostLabels);
    }

    @Override
    public Recording recording(int place) {
        return new FlowRecording(this);
    }

    /** Its labels lie in local variables beside a method's own, which other probes would shift. */
    @Override
    public boolean standsAlone() {
        return true;
    }

    /** Reads what {@link #write} wrote. */
    public static FlowPlan read(DataInput in) throws IOException {
        List<Method> methods = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            methods.add(new Method(
                    in.readUTF(), in.readUTF(), in.readUTF(), StatePlan.readRoots(in), StatePlan.readRoots(in),
                    StatePlan.readVariables(in)));
        }
        List<String> tracked = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            tracked.add(in.readUTF());
        }
        List<Site> sites = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            sites.add(new Site(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt(), in.readInt(), Form.values()[in.readByte()]));
        }
        List<Anomaly> anomalies = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            anomalies.add(new Anomaly(in.readInt(), in.readInt(), in.readInt(), in.readInt(), Moment.values()[in.readByte()],
                    in.readInt()));
        }
        return new FlowPlan(methods, tracked, sites, anomalies, in.readInt());
    }
}
