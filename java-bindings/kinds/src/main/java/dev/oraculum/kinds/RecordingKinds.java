package dev.oraculum.kinds;

import dev.oraculum.kinds.calls.CallKind;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.data.DataKind;
import dev.oraculum.kinds.flow.FlowKind;
import dev.oraculum.kinds.invocations.InvocationKind;
import dev.oraculum.kinds.states.StateKind;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * All kinds of recording, one line each. A kind of a jar of its own is found too, by a line in that jar's
 * {@code META-INF/services/dev.oraculum.kinds.RecordingKind}.
 */
public final class RecordingKinds {
    private static final List<RecordingKind<?, ?>> ALL = List.of(
            new StateKind(),
            new DataKind(),
            new CallKind(),
            new InvocationKind(),
            new FlowKind(),
            new CoverageKind());

    private RecordingKinds() {}

    /**
     * The plan of whatever kind that {@link Plan#toBytes} wrote.
     *
     * @throws UncheckedIOException if the bytes are no plan of this version
     */
    public static Plan plan(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            int magic = bytes.length < Integer.BYTES ? 0 : in.readInt();
            return magic == PlanSet.MAGIC ? set(in) : kind(magic).read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PlanSet set(DataInputStream in) throws IOException {
        List<Plan> plans = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            byte[] bytes = in.readNBytes(in.readInt());
            plans.add(plan(bytes));
        }
        return new PlanSet(plans);
    }

    private static RecordingKind<?, ?> kind(int magic) throws IOException {
        return find(kind -> kind.magic() == magic)
                .orElseThrow(() -> new IOException("not a plan of this version: starts with " + Integer.toHexString(magic)));
    }

    /** Kinds of other jars are looked for only where no kind of ours fits. */
    private static Optional<RecordingKind<?, ?>> find(Predicate<RecordingKind<?, ?>> wanted) {
        return ALL.stream().filter(wanted).findFirst().or(() -> {
            for (RecordingKind<?, ?> kind : ServiceLoader.load(RecordingKind.class, RecordingKinds.class.getClassLoader())) {
                if (wanted.test(kind)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        });
    }

    /** The weaving of a plan, or of all plans of a set. */
    public static Weaving weaving(Plan plan) {
        List<Plan> members = plan.members();
        return new WeavingSet(IntStream.range(0, members.size()).mapToObj(i -> weaving(members.get(i), i)).toList());
    }

    private static Weaving weaving(Plan plan, int place) {
        return weaving(kindOf(plan), plan, place);
    }

    private static <P extends Plan> Weaving weaving(RecordingKind<P, ?> kind, Plan plan, int place) {
        return kind.weaving(kind.plans().cast(plan), place);
    }

    private static RecordingKind<?, ?> kindOf(Plan plan) {
        return find(kind -> kind.plans() == plan.getClass())
                .orElseThrow(() -> new IllegalArgumentException("no kind of recording is registered for " + plan.getClass().getName()));
    }

    /**
     * The records in batches of one plan, in their order.
     *
     * @param kind the plan's
     * @param batches as a test leaves them: {@code dev.oraculum.execution.Records}
     * @throws IllegalArgumentException if they are no records of the plan
     */
    public static <P extends Plan, R> List<R> records(RecordingKind<P, R> kind, P plan, List<ByteBuffer> batches) {
        List<R> records = new ArrayList<>();
        for (ByteBuffer batch : batches) {
            ByteBuffer in = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            while (in.hasRemaining()) {
                int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
                if (length < Integer.BYTES || length > in.remaining()) {
                    throw new IllegalArgumentException("a record of " + length + " bytes, and there are " + in.remaining());
                }
                ByteBuffer record = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
                in.position(in.position() + length);
                int test = record.getInt();
                records.add(kind.record(plan, test, record.slice().order(ByteOrder.LITTLE_ENDIAN)));
            }
        }
        return records;
    }
}
