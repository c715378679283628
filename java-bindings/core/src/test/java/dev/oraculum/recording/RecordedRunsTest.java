package dev.oraculum.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunsTest {
    private static final RunPlan PLAN = new RunPlan(Map.of("tests", "1"), List.of("p.C#m()"), Map.of("p/C", "2"), new byte[] {1, 2, 3});

    @TempDir
    private Path folder;

    private static List<String> test(String className, String name) {
        return List.of("[engine:junit-jupiter]/[class:" + className + "]/[method:" + name + "()]", name + "()", className, name);
    }

    /** Two records of one test. */
    private static byte[] records(int test) {
        return ByteBuffer.allocate(26).order(ByteOrder.LITTLE_ENDIAN).putInt(8).putInt(test).putInt(77).putInt(10).putInt(test)
                .putInt(78).putShort((short) 5).array();
    }

    private void run(int ticket, List<List<String>> tests) throws IOException {
        RunWriter writer = RunWriter.begin(folder, PLAN.key());
        for (List<String> test : tests) {
            writer.testClass(test.get(2));
            writer.test(test, "PASSED", "", 10, List.of(ticket), List.of(records(99)));
        }
        writer.finish();
    }

    @Test
    void aPlanIsReadAsItWasWritten() throws IOException {
        RunPlan read = RunPlan.read(PLAN.toBytes());
        assertEquals(PLAN.inputs(), read.inputs());
        assertEquals(PLAN.subjects(), read.subjects());
        assertEquals(PLAN.classes(), read.classes());
        assertArrayEquals(PLAN.plan(), read.plan());
        assertEquals(PLAN.key(), read.key());
    }

    @Test
    void everyDamageOfAPlanIsFound() {
        byte[] whole = PLAN.toBytes();
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 4;
            assertThrows(IOException.class, () -> RunPlan.read(damaged));
            int length = i;
            assertThrows(IOException.class, () -> RunPlan.read(Arrays.copyOf(whole, length)));
        }
    }

    @Test
    void testsComeInTheOrderOfTheirClassesWithTheirFirstTwoRuns() throws Exception {
        run(1, List.of(test("p.B", "b"), test("p.A$Inner", "i"), test("p.A", "a2"), test("p.A", "a1")));
        Thread.sleep(2);
        run(2, List.of(test("p.A", "a1"), test("p.B", "b")));
        Thread.sleep(2);
        run(3, List.of(test("p.B", "b")));
        RecordedRuns runs = RecordedRuns.read(folder, PLAN);
        List<RecordedRuns.Twice> tests = runs.of(List.of("p.A", "p.B"));
        assertEquals(List.of("i", "a2", "a1", "b"), tests.stream().map(twice -> twice.first().test().methodName()).toList());
        assertEquals(List.of(1, 1, 2, 2), tests.stream().map(twice -> twice.second().invocations(0)).toList());
        assertFalse(runs.isRepeated(List.of("p.A")));
        assertTrue(runs.isRepeated(List.of("p.B")));
        // Records say the place that they are asked for.
        assertEquals(ByteBuffer.wrap(records(6)), tests.get(0).first().records(0, 6));
        assertEquals(0, tests.get(0).first().records(1, 6).remaining());
    }

    private String refusal(RunPlan plan) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> RecordedRuns.read(folder, plan));
        assertEquals(Problem.Code.RECORDING_UNUSABLE, Problem.of(refused).code());
        return refused.getMessage();
    }

    @Test
    void everyDamageOfARecordingIsFound() throws IOException {
        run(1, List.of(test("p.B", "b")));
        Path file = RecordedRuns.files(folder).get(0);
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 4;
            Files.write(file, damaged);
            refusal(PLAN);
            Files.write(file, Arrays.copyOf(whole, i));
            refusal(PLAN);
        }
    }

    @Test
    void whatAnotherPlanRecordedIsRefusedAndWhatIsNotWholeIsNotRead() throws IOException {
        assertTrue(refusal(PLAN).contains("no test run has left a recording"));
        RunWriter.begin(folder, PLAN.key()).testClass("p.A");
        assertTrue(refusal(PLAN).contains("no test run has left a recording"));
        run(1, List.of(test("p.B", "b")));
        RunPlan other = new RunPlan(Map.of("tests", "2"), List.of(), Map.of(), new byte[0]);
        assertTrue(refusal(other).contains("was made by another plan"));
        IllegalArgumentException missing = assertThrows(IllegalArgumentException.class,
                () -> RecordedRuns.read(folder, PLAN).of(List.of("p.A", "p.B")));
        assertTrue(missing.getMessage().contains("did not run p.A,"), missing.getMessage());
    }
}
