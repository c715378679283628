package dev.oraculum.testing;

import dev.oraculum.runtime.InvocationPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A decoded invocation record: values by variable name, null where absent. */
public record InvocationRecord(int test, String method, int invocation, boolean threw, Set<Integer> statements, Map<String,
        Object> values) {
    public static List<InvocationRecord> decode(InvocationPlan plan, byte[] batch) {
        ByteBuffer in = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
        List<InvocationRecord> records = new ArrayList<>();
        while (in.hasRemaining()) {
            int end = in.getInt() + in.position();
            int test = in.getInt();
            InvocationPlan.Method method = plan.methods().get(in.getInt());
            int invocation = in.getInt();
            boolean threw = in.get() == 1;
            Set<Integer> statements = new TreeSet<>();
            for (int i = in.getInt(); i > 0; i--) {
                if (!statements.add(in.getInt())) {
                    throw new AssertionError("a statement twice");
                }
            }
            records.add(new InvocationRecord(test, method.name(), invocation, threw, statements,
                    State.values(method.variables(), in, end)));
        }
        return records;
    }
}
