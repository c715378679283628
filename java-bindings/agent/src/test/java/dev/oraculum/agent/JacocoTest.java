package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageRecord;
import dev.oraculum.kinds.coverage.CoverageReport;
import dev.oraculum.runtime.Recorder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.NumberUtils;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Coverage of a library, line by line and branch by branch as JaCoCo counts it in the same calls. */
class JacocoTest {
    private static final int CALLS_OF_EACH_METHOD = 30;

    /** A class of commons-lang3 and those that it uses, of a loader of their own, one of them transformed. */
    private static Class<?> load(Class<?> type, UnaryOperator<byte[]> transformation) throws ClassNotFoundException {
        ClassLoader loader = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("dev.oraculum.runtime.")) {
                    return Class.forName(name);
                }
                byte[] original = bytes(name);
                byte[] bytes = name.equals(type.getName()) ? transformation.apply(original) : original;
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        return Class.forName(type.getName(), true, loader);
    }

    private static byte[] bytes(String name) {
        try (InputStream in = JacocoTest.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Call(Method method, Object[] arguments) {
        /** Whether it returns; JaCoCo does not see what leads to an exception. */
        boolean run(Class<?> on) throws ReflectiveOperationException {
            try {
                on.getMethod(method.getName(), method.getParameterTypes()).invoke(null, arguments);
                return true;
            } catch (InvocationTargetException e) {
                return false;
            }
        }
    }

    /** Calls of static methods that return. */
    private static List<Call> calls(Class<?> plain) throws ReflectiveOperationException {
        Random random = new Random(1);
        List<Method> methods = new ArrayList<>(Arrays.asList(plain.getMethods()));
        methods.sort(Comparator.comparing(Method::toString));
        List<Call> calls = new ArrayList<>();
        for (Method method : methods) {
            boolean known = Arrays.stream(method.getParameterTypes()).allMatch(type -> value(type, new Random(0)) != Void.class);
            for (int i = 0; known && Modifier.isStatic(method.getModifiers()) && i < CALLS_OF_EACH_METHOD; i++) {
                Call call = new Call(method, Arrays.stream(method.getParameterTypes()).map(type -> value(type, random)).toArray());
                if (call.run(plain)) {
                    calls.add(call);
                }
            }
        }
        return calls;
    }

    /** A value of a type; {@code Void.class}: none is known. */
    private static Object value(Class<?> type, Random random) {
        int small = random.nextInt(12) - 3;
        String[] texts = {"", " ", "a", "abc", "abcabc", "12", "-1.5", "0x1F", "true", "On", "no", "a b c", "1e5", "y"};
        if (type == int.class || type == Integer.class) {
            return small;
        } else if (type == long.class || type == Long.class) {
            return (long) small;
        } else if (type == short.class) {
            return (short) small;
        } else if (type == byte.class) {
            return (byte) small;
        } else if (type == double.class) {
            return small == 5 ? Double.NaN : small / 2.0;
        } else if (type == float.class) {
            return small == 5 ? Float.NaN : small / 2f;
        } else if (type == boolean.class || type == Boolean.class) {
            return small > 2;
        } else if (type == char.class) {
            return "a bc1Y".charAt(Math.floorMod(small, 6));
        } else if (type == String.class || type == CharSequence.class) {
            return small == 8 ? null : texts[random.nextInt(texts.length)];
        } else if (type == int[].class) {
            return random.ints(1 + random.nextInt(4), -5, 5).toArray();
        } else if (type == double[].class) {
            return random.doubles(1 + random.nextInt(4)).toArray();
        } else if (type == String[].class || type == CharSequence[].class) {
            String[] array = new String[1 + random.nextInt(4)];
            Arrays.setAll(array, i -> texts[random.nextInt(texts.length)]);
            return array;
        }
        return Void.class;
    }

    private static Map<Integer, String> ours(Class<?> type, List<Call> calls) throws ReflectiveOperationException {
        CoveragePlan plan = CoveragePlan.of(List.of(bytes(type.getName())));
        Class<?> woven = load(type, bytes -> new Instrumenter(plan, notice -> {}).instrument(bytes, true).orElseThrow());
        Recorder.install(plan);
        Recorder.beginTest(0, Long.MAX_VALUE);
        for (Call call : calls) {
            assertTrue(call.run(woven), call::toString);
        }
        assertEquals("", Recorder.endTest().fault());
        List<CoverageRecord> records = RecordingKinds.records(new CoverageKind(), plan, List.of(ByteBuffer.wrap(Recorder.drain(0))));
        Map<Integer, String> lines = new TreeMap<>();
        new CoverageReport(plan, records).lines(type.getName().replace('.', '/'))
                .forEach((line, all) -> lines.put(line, text(all.reached(), all.branchesReached(), all.branches())));
        return lines;
    }

    private static String text(boolean reached, int branchesReached, int branches) {
        return reached + " " + branchesReached + "/" + branches;
    }

    private static Map<Integer, String> jacoco(Class<?> type, List<Call> calls) throws Exception {
        LoggerRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        Class<?> woven = load(type, bytes -> {
            try {
                return new org.jacoco.core.instr.Instrumenter(runtime).instrument(bytes, type.getName());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        for (Call call : calls) {
            assertTrue(call.run(woven), call::toString);
        }
        ExecutionDataStore store = new ExecutionDataStore();
        data.collect(store, new SessionInfoStore(), false);
        runtime.shutdown();
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(store, builder).analyzeClass(bytes(type.getName()), type.getName());
        IClassCoverage coverage = builder.getClasses().iterator().next();
        Map<Integer, String> lines = new TreeMap<>();
        // Static initializers belong to no test of ours.
        Optional<IMethodCoverage> initializer =
                coverage.getMethods().stream().filter(method -> method.getName().equals("<clinit>")).findFirst();
        for (int number = coverage.getFirstLine(); number <= coverage.getLastLine(); number++) {
            ILine line = coverage.getLine(number);
            int at = number;
            int initializing = initializer.map(method -> method.getLine(at).getInstructionCounter().getTotalCount()).orElse(0);
            if (line.getInstructionCounter().getTotalCount() > initializing) {
                boolean reached = line.getInstructionCounter().getCoveredCount() > 0;
                lines.put(number, text(reached, line.getBranchCounter().getCoveredCount(), line.getBranchCounter().getTotalCount()));
            }
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(classes = {StringUtils.class, NumberUtils.class, BooleanUtils.class})
    void linesAndBranchesAreThoseOfJacoco(Class<?> type) throws Exception {
        List<Call> calls = calls(load(type, bytes -> bytes));
        Map<Integer, String> expected = jacoco(type, calls);
        assertTrue(expected.values().stream().filter(line -> line.contains("1/2")).count() > 5, "branches that had one outcome");
        assertTrue(expected.values().stream().anyMatch(line -> line.startsWith("false")), "lines that were not reached");
        assertEquals(expected, ours(type, calls));
    }
}
