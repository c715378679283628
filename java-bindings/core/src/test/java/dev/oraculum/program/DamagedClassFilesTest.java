package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.MethodList;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.MethodReferenceException;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.ranking.AssertionsOfTests;
import dev.oraculum.ranking.InvocationPlanner;
import dev.oraculum.ranking.SourceTexts;
import dev.oraculum.recording.DataPlanner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files of real libraries, damaged in every place and way: whatever reads class files leaves them out, or says what is wrong. */
class DamagedClassFilesTest {
    /**
     * Of these the bytes are turned over; together they have what compilers make: lambdas, switches, generics, records, nested classes,
     * annotations.
     */
    private static final List<String> VICTIMS = List.of(
            "org/apache/commons/math/complex/Complex",
            "org/apache/commons/math/util/MathUtils",
            "org/apache/commons/math/linear/RealMatrixImpl",
            "kotlin/Pair",
            "kotlin/text/Regex",
            "kotlin/collections/ArrayDeque",
            "kotlin/UInt$Companion",
            "dev/oraculum/capture/MethodVariables",
            "dev/oraculum/facts/ClassInfo$Member",
            "dev/oraculum/execution/TestSelection",
            "dev/oraculum/program/CallGraphTest");
    /** {@code -Ddamage.rounds} sets it. */
    private static final int ROUNDS = Integer.getInteger("damage.rounds", 27);

    private static final long SEED = Long.getLong("damage.seed", 12);

    @TempDir
    Path folder;

    private static Map<String, byte[]> originals() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : VICTIMS) {
            try (InputStream in = DamagedClassFilesTest.class.getClassLoader().getResourceAsStream(name + ".class")) {
                files.put(name, in.readAllBytes());
            }
        }
        return files;
    }

    private static byte[] damaged(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 4 : 64));
        switch (random.nextInt(8)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> Arrays.fill(bytes, at, at + length, (byte) 0);
            case 2 -> Arrays.fill(bytes, at, at + length, (byte) 0xff);
            case 3 -> bytes = Arrays.copyOf(bytes, at);
            case 4 -> {
                byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
                System.arraycopy(bytes, at, longer, at + length, bytes.length - at);
                bytes = longer;
            }
            case 5 -> {
                byte[] noise = new byte[length];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, at, length);
            }
            case 6 -> System.arraycopy(original, random.nextInt(bytes.length - length + 1), bytes, at, length);
            // A letter in place of another: names and descriptors that still look like some.
            default -> {
                for (int i = 0; i < length; i++) {
                    if (bytes[at + i] >= '(' && bytes[at + i] <= 'z') {
                        bytes[at + i] = (byte) "()[;/LIJDV.$<".charAt(random.nextInt(13));
                        break;
                    }
                }
            }
        }
        return bytes;
    }

    @Test
    void whateverReadsClassFilesLeavesDamagedOnesOut() throws IOException {
        Map<String, byte[]> originals = originals();
        Random random = new Random(SEED);
        Map<String, Integer> ends = new TreeMap<>();
        int leftOut = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (Map.Entry<String, byte[]> file : originals.entrySet()) {
                Path target = folder.resolve(file.getKey() + ".class");
                Files.createDirectories(target.getParent());
                Files.write(target, damaged(file.getValue(), random));
            }
            leftOut += read(round, ends);
        }
        assertTrue(leftOut > ROUNDS, "only " + leftOut + " were left out");
        assertTrue(ends.getOrDefault("analysed", 0) > ROUNDS && ends.getOrDefault("planned", 0) > ROUNDS
                && ends.getOrDefault("mutated", 0) > ROUNDS, ends.toString());
    }

    private int read(int round, Map<String, Integer> ends) {
        try (ClassPath classPath = ClassPath.open(List.of(folder))) {
            if (round % 3 == 0) {
                attempt(round, ends, "selected", () -> select(classPath));
            }
            attempt(round, ends, "tests", () -> TestSelection.allIn(classPath, classPath));
            for (String name : VICTIMS) {
                String binary = name.replace('/', '.');
                attempt(round, ends, "calls", () -> new TestSelection(classPath, classPath)
                        .calling(List.of(binary), VICTIMS.get(0), "abs"));
                if (round % 3 == 1) {
                    attempt(round, ends, "invocations", () -> InvocationPlanner.plan(classPath, name, 1, false));
                }
                attempt(round, ends, "assertions", () -> AssertionsOfTests.of(classPath, List.of(binary), new SourceTexts(List.of())));
                methods(round, ends, classPath, name);
            }
            return classPath.unreadable().size();
        }
    }

    private void select(ClassPath classPath) {
        SortedSet<String> all = classPath.projectClasses();
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            ProgramFacts facts = ProgramFacts.collect(classPath, all, List.of(), engine::addClass);
            if (facts.classes() > 0) {
                Selection selection = engine.select(SelectSettings.defaults().withCallGraph(CallGraphAlgorithm.RTA), null, false);
                DataPlanner.plan(classPath, selection.data(), 1);
            }
        }
    }

    private static void methods(int round, Map<String, Integer> ends, ClassPath classPath, String name) {
        attempt(round, ends, "analysed", () -> {
            List<String> all = MethodList.of(classPath, List.of(name), true);
            if (!all.isEmpty()) {
                String method = all.get(round % all.size());
                attempt(round, ends, "planned", () -> {
                    ResolvedMethod resolved = MethodReference.parse(method).resolve(classPath);
                    attempt(round, ends, "mutated", () -> Mutants.of(
                            classPath, resolved.owner(), resolved.name(), resolved.descriptor(), MutationScope.METHOD,
                            Mutators.defaults()));
                    CapturePlanner.plan(classPath, resolved, CaptureSettings.DEFAULT, new EnginePurity());
                });
            }
        });
    }

    private static void attempt(int round, Map<String, Integer> ends, String what, Runnable work) {
        try {
            work.run();
            ends.merge(what, 1, Integer::sum);
        } catch (ClassPathException | MethodReferenceException ours) {
            ends.merge(what + ": " + ours.getClass().getSimpleName(), 1, Integer::sum);
        } catch (RuntimeException | Error e) {
            fail("round " + round + ", " + what, e);
        }
    }
}
