package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.program.EnginePurity;
import dev.oraculum.ranking.InvocationPlanner;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several plans recorded in one run of one JVM leave byte for byte what each leaves in a run of its own. */
class PlanSetEndToEndTest {
    private static final String CLASS = "several.Account";

    private static final String ACCOUNT =
            """
            package several;
            public class Account {
                static int opened;
                static { opened = 0; }
                private int balance;
                public Account() { opened++; }
                public int deposit(int amount) {
                    int before = balance;
                    for (int i = 0; i < amount; i++) {
                        balance++;
                    }
                    return balance - before;
                }
                public long twice(long x) { return x < 0 ? -deposit((int) -x) * 2L : deposit((int) x) * 2L; }
                public String name(String prefix) {
                    try {
                        return prefix.trim() + balance;
                    } catch (NullPointerException e) {
                        return "none";
                    }
                }
            }
            """;

    private static final String TESTS =
            """
            package several;
            import static org.junit.Assert.*;
            @org.junit.FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
            public class AccountTest {
                @org.junit.Test public void a_deposits() {
                    Account account = new Account();
                    assertEquals(3, account.deposit(3));
                    assertEquals(0, account.deposit(0));
                }
                @org.junit.Test public void b_doubles() {
                    Account account = new Account();
                    for (int i = -5; i < 300; i++) assertEquals(2L * i, account.twice(i));
                }
                @org.junit.Test public void c_names() {
                    assertEquals("x0", new Account().name(" x "));
                    assertEquals("none", new Account().name(null));
                }
                @org.junit.Test public void d_fails() { assertEquals(7, new Account().deposit(2)); }
            }
            """;

    @TempDir
    Path directory;

    private SampleProject project;

    private Plan states(ClassPath classPath, String method) {
        MethodReference reference = MethodReference.parse(CLASS + "#" + method);
        return CapturePlanner.plan(classPath, reference.resolve(classPath), CaptureSettings.DEFAULT, new EnginePurity()).plan();
    }

    private static CoveragePlan coverage(ClassPath classPath) {
        return CoveragePlan.of(List.of(classPath.find("several/Account").orElseThrow()));
    }

    private static Plan data(ClassPath classPath) {
        OracleDatum parameter = new OracleDatum(
                CLASS, "deposit", "(I)I", "Account.java", 0, DatumKind.PARAMETER, "amount", null, false, List.of(0));
        return DataPlanner.plan(classPath, List.of(parameter), 10).plan();
    }

    /** By test, for each plan its invocations and its records. */
    private Map<String, List<String>> run(Plan plan) {
        int plans = plan.members().size();
        Map<String, List<String>> left = new TreeMap<>();
        ExecutionSettings settings = ExecutionSettings.of(
                Distribution.installation(), Jvm.running(), project.classPath(), List.of("several.AccountTest"), plan.toBytes());
        try (WorkerPool pool = WorkerPool.open(settings)) {
            UnitSink sink = new UnitSink() {
                @Override
                public void test(int unit, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int unit, TestRun run, Records records) {
                    List<String> each = new ArrayList<>();
                    for (int i = 0; i < plans; i++) {
                        each.add(run.invocations(i) + " " + records.of(i).stream().map(PlanSetEndToEndTest::hex).toList());
                    }
                    left.put(run.test().methodName() + " " + run.outcome(), each);
                }
            };
            UnitResult result = pool.runListed(pool.discover().tests(), sink);
            assertEquals(UnitEnd.COMPLETED, result.end(), result::explanation);
            assertEquals("", result.explanation());
        }
        return left;
    }

    private static String hex(ByteBuffer batch) {
        byte[] bytes = new byte[batch.remaining()];
        batch.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void severalPlansInOneRunLeaveWhatEachLeavesAlone() {
        project = SampleProject.compile(directory, Distribution.junit("platform-1", "junit-4", "hamcrest"), ACCOUNT, TESTS);
        List<Plan> plans;
        try (ClassPath classPath = ClassPath.open(project.classPath())) {
            plans = List.of(
                    states(classPath, "deposit(int)"),
                    new CallPlan(Set.of("several/AccountTest"), Set.of("several/Account")),
                    states(classPath, "twice(long)"),
                    InvocationPlanner.plan(classPath, "several/Account", 1, true).plan(),
                    data(classPath),
                    coverage(classPath),
                    states(classPath, "name(java.lang.String)"));
        }
        Map<String, List<String>> together = run(new PlanSet(plans));
        assertEquals(4, together.size(), together.keySet()::toString);
        for (int i = 0; i < plans.size(); i++) {
            Map<String, List<String>> alone = run(plans.get(i));
            int plan = i;
            assertTrue(alone.values().stream().anyMatch(each -> each.get(0).length() > 30), "something is recorded: " + alone);
            Class<?> kind = plans.get(plan).getClass();
            alone.forEach((test, each) -> assertEquals(each.get(0), together.get(test).get(plan), test + " by " + kind));
        }
    }
}
