package dev.oraculum.runtime.flow;

import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.StatePlan;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One test under a flow plan: its labels, and what assertions were reached by which. */
final class FlowRun {
    private static final int NO_ANOMALY = -1;
    private static final int HALF = Integer.MAX_VALUE / 2;

    final int test;
    final Labels labels;
    final ObjectLabels objects;
    private final Anomalies anomalies;
    /** Of this test, by invocation. */
    private final Map<Integer, List<FlowPlan.Anomaly>> beginnings;
    private final AtomicInteger invocations = new AtomicInteger();
    /** The number of the first invocation, as woven code keeps it: one that another test has begun means nothing here. */
    private final int firstNumber;
    private final List<Calls> threads = new ArrayList<>();
    /** By site: times executed, times thrown, label of all that was used. */
    private final int[] times;
    private final int[] threw;
    private final int[] used;
    private volatile int strayed = NO_ANOMALY;

    /** @param before the run before this one, or null: labels and invocations have other numbers than there */
    FlowRun(int test, Anomalies anomalies, int sites, int mostLabels, FlowRun before) {
        this.test = test;
        this.anomalies = anomalies;
        beginnings = anomalies.ofTest(test);
        int next = before == null ? 0 : before.firstNumber + before.invocations.get();
        firstNumber = next < 0 || next > HALF ? 0 : next;
        labels = new Labels(before == null ? 0 : before.labels.end(), mostLabels,
                beginnings.values().stream().flatMap(List::stream).mapToInt(FlowPlan.Anomaly::id).sorted().distinct().toArray());
        objects = new ObjectLabels(labels);
        times = new int[sites];
        threw = new int[sites];
        used = new int[sites];
    }

    boolean hasAnomalies() {
        return !beginnings.isEmpty();
    }

    /** A run of the same plan for a thread that belongs to no test: nobody asks for its records. */
    FlowRun closed() {
        return new FlowRun(test, anomalies, times.length, 2, this);
    }

    int union(int a, int b) {
        return a == b || b == 0 ? a : a == 0 ? b : labels.union(a, b);
    }

    synchronized void register(Calls calls) {
        threads.add(calls);
    }

    // ---- where labels begin

    /** @return number of the invocation, or -1 if no anomaly begins in it */
    int invocation(int method) {
        int number = invocations.getAndIncrement();
        List<FlowPlan.Anomaly> begun = beginnings.isEmpty() ? null : beginnings.get(number);
        if (begun == null) {
            return NO_ANOMALY;
        }
        List<FlowPlan.Anomaly> own = begun.stream().filter(anomaly -> anomaly.method() == method).toList();
        if (own.size() < begun.size()) {
            strayed = strayed < 0 ? number : strayed;
            if (own.isEmpty()) {
                return NO_ANOMALY;
            }
            beginnings.put(number, own);
        }
        Flow.active = true;
        return firstNumber + number;
    }

    int invocations() {
        return invocations.get();
    }

    /** The first invocation that was not of the method that the anomalies say, or -1: this run went another way. */
    int strayed() {
        return strayed;
    }

    /** Begins the labels of the anomalies that are read from one root; those of the root itself are returned. */
    int begin(int invocation, StatePlan.Moment moment, int root, Object value) throws Throwable {
        int label = 0;
        for (FlowPlan.Anomaly anomaly : beginnings.getOrDefault(invocation - firstNumber, List.of())) {
            StatePlan.Variable variable = anomalies.variable(anomaly);
            if (anomaly.moment() == moment && variable.root() == root) {
                int own = labels.of(anomaly.id());
                if (anomalies.isOfRoot(anomaly, value)) {
                    label = union(label, own);
                } else {
                    anomalies.place(anomaly, value, own, this);
                }
            }
        }
        return label;
    }

    // ---- calls of untracked code

    /** What untracked code was given. */
    int given(Calls.Frame frame) {
        return union(givenAt(frame, 0), arguments(frame));
    }

    private int arguments(Calls.Frame frame) {
        int label = 0;
        for (int i = 1; i < Math.max(frame.labelled, frame.handed); i++) {
            label = union(label, givenAt(frame, i));
        }
        return label;
    }

    private int givenAt(Calls.Frame frame, int index) {
        int label = frame.label(index);
        return index < frame.handed && frame.operands[index] != null ? union(label, objects.contents(frame.operands[index])) : label;
    }

    /** What an assertion uses: what it was given, what lambdas among that captured, and what was returned to it. */
    int used(Calls.Frame frame) {
        int label = union(given(frame), frame.callbacks);
        for (int i = 0; i < frame.handed; i++) {
            if (frame.operands[i] != null && objects.function(frame.operands[i]) != null) {
                label = union(label, objects.everything(frame.operands[i]));
            }
        }
        return label;
    }

    /** A call of untracked code has returned: its effects, and the label of its result. */
    int untracked(Calls.Frame frame) {
        int arguments = union(arguments(frame), frame.callbacks);
        int all = union(givenAt(frame, 0), arguments);
        if (all != 0 && !frame.pure) {
            for (int i = 0; i < frame.handed; i++) {
                Object operand = frame.operands[i];
                if (operand == null) {
                    continue;
                }
                if (operand.getClass().isArray()) {
                    objects.addContents(operand, all);
                } else if (i == 0 && Mutability.isMutable(operand) && (frame.ofObject || !anomalies.isTracked(operand.getClass()))) {
                    objects.addContents(operand, frame.ofObject ? arguments : all);
                }
            }
        }
        return all;
    }

    /** A constructor of untracked code has returned: what it was given is in the object, or, if that never changes, in the reference. */
    int constructed(Calls.Frame frame, Object created) {
        int label = union(given(frame), frame.callbacks);
        if (created == null || label == 0) {
            return label;
        }
        if (!Mutability.isMutable(created)) {
            return label;
        }
        objects.addContents(created, label);
        return 0;
    }

    // ---- assertions

    synchronized void executed(int site, int label) {
        if (site < 0 || site >= times.length) {
            return; // What a thread had begun in another test.
        }
        times[site]++;
        used[site] = union(used[site], label);
    }

    synchronized void threw(Calls.Frame frame) {
        int site = frame.site;
        frame.site = -1;
        if (site >= 0) {
            failed(site, used(frame));
        }
    }

    synchronized void failed(int site, int label) {
        if (site >= 0 && site < threw.length) {
            executed(site, label);
            threw[site]++;
        }
    }

    /** The test has ended: assertions under way have thrown, but for those of threads that are still at work. */
    void finish() {
        List<Calls> all;
        synchronized (this) {
            all = new ArrayList<>(threads);
        }
        all.stream().filter(calls -> !FlowSession.isStray(calls.thread())).forEach(Calls::finish);
    }

    /** The records of the executed sites, ascending. */
    synchronized byte[] records() {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (int site = 0; site < times.length; site++) {
            if (times[site] > 0) {
                int[] ids = labels.ids(used[site]);
                ByteBuffer record = ByteBuffer.allocate(24 + 4 * ids.length).order(ByteOrder.LITTLE_ENDIAN);
                record.putInt(20 + 4 * ids.length).putInt(test).putInt(site).putInt(times[site]).putInt(threw[site]).putInt(ids.length);
                for (int id : ids) {
                    record.putInt(id);
                }
                batch.writeBytes(record.array());
            }
        }
        return batch.toByteArray();
    }
}
