package dev.oraculum.toy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.execution.RecordedRun;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.PlanSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of CONTRIBUTING.md, "Adding a recording kind", in a real worker, beside another kind. */
class EntryKindEndToEndTest {
    private static final String COUNTER =
            """
            package toy;
            public class Counter {
                private int count;
                public int add(int n) { for (int i = 0; i < n; i++) increment(); return count; }
                private void increment() { count++; }
            }
            """;
    private static final String TESTS =
            """
            package toy;
            import static org.junit.Assert.*;
            @org.junit.FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
            public class CounterTest {
                @org.junit.Test public void a_adds() { Counter c = new Counter(); c.add(2); assertEquals(5, c.add(3)); }
                @org.junit.Test public void b_addsNothing() { assertEquals(0, new Counter().add(-7)); }
                @org.junit.Test public void c_isElsewhere() { assertEquals(1, Math.abs(-1)); }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void aKindOfAFolderAndALineIsRecordedInAWorker() throws Exception {
        EntryPlan plan = new EntryPlan("toy/Counter", List.of("add(I)I", "increment()V"));
        RecordedRun run = RecordedRun.of(
                directory,
                List.of(EntryPlan.class, EntryWeaving.class, EntryRecording.class, EntryRecord.class, EntryKind.class),
                "toy.CounterTest",
                classFile -> new PlanSet(List.of(CoveragePlan.of(List.of(classFile.apply("toy.Counter"))), plan)),
                COUNTER,
                TESTS);
        List<EntryRecord> records = RecordingKinds.records(new EntryKind(), plan, run.records(1));
        assertEquals(
                List.of(
                        new EntryRecord(0, Map.of("add(I)I", 2, "increment()V", 5), Map.of("add(I)I", 3L)),
                        new EntryRecord(1, Map.of("add(I)I", 1, "increment()V", 0), Map.of("add(I)I", -7L))),
                records);
    }
}
