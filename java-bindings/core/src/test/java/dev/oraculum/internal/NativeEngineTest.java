package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NativeEngineTest {
    private static final String OPEN =
            "{\"threads\":1,\"path\":null,\"mode\":\"new\",\"limits\":"
                    + "{\"maxStates\":9,\"maxUnitBytes\":999,\"maxBytes\":9999},\"duplicateIncorrect\":\"drop\"}";

    @BeforeAll
    static void load() {
        NativeLibrary.load();
    }

    private static byte[] json(String request) {
        return ("{\"schemaVersion\":1,\"request\":" + request + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static String refusal(Runnable use) {
        return assertThrows(IllegalArgumentException.class, use::run).getMessage();
    }

    /** A wrong signature on the other side shows only at the first call. */
    @Test
    void everyNativeLinks() {
        List<String> called = new ArrayList<>();
        call(called, "info", NativeEngine::info);
        call(called, "logTo", () -> NativeEngine.logTo(null, 0));
        long handle = NativeEngine.open(json("{\"open\":" + OPEN + "}"));
        called.add("open");
        call(called, "call", () -> NativeEngine.call(handle, json("{\"units\":{}}")));
        call(called, "append", () -> assertThrows(
                IllegalStateException.class, () -> NativeEngine.append(handle, 7, ByteBuffer.allocateDirect(1), 0, 1)));
        call(called, "appendInvocations", () -> assertThrows(
                IllegalStateException.class, () -> NativeEngine.appendInvocations(handle, 0, 0, ByteBuffer.allocateDirect(1), 0, 1)));
        call(called, "addClass", () -> assertThrows(IllegalArgumentException.class, () -> NativeEngine.addClass(handle, new byte[] {1})));
        call(called, "fetch", () -> assertThrows(
                IllegalArgumentException.class, () -> NativeEngine.fetch(handle, json("{}"), ByteBuffer.allocateDirect(1), 0, 1)));
        call(called, "improve", () -> assertThrows(IllegalArgumentException.class, () -> NativeEngine.improve(handle, json("{}"), null)));
        call(called, "cancel", () -> NativeEngine.cancel(handle));
        call(called, "close", () -> NativeEngine.close(handle));
        Set<String> natives = Stream.of(NativeEngine.class.getDeclaredMethods())
                .filter(m -> Modifier.isNative(m.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        assertEquals(natives, Set.copyOf(called), "a native is missing here");
        EngineLog.connect();
    }

    private static void call(List<String> called, String name, Runnable use) {
        use.run();
        called.add(name);
    }

    @Test
    void handlesThatWereNeverOpenAreClosedOnes() {
        for (long handle : new long[] {0, -1, 12345678, Long.MIN_VALUE}) {
            assertThrows(IllegalStateException.class, () -> NativeEngine.call(handle, json("{\"units\":{}}")));
            NativeEngine.close(handle);
        }
    }

    @Test
    void requestsThatDoNotParseSayWhere() {
        long handle = NativeEngine.open(json("{\"open\":" + OPEN + "}"));
        try {
            assertTrue(refusal(() -> NativeEngine.call(handle, new byte[0])).contains("EOF while parsing a value at line 1 column 0"));
            assertTrue(refusal(() -> NativeEngine.call(handle, new byte[] {(byte) 0xff})).contains("the request does not parse"));
            assertTrue(refusal(() -> NativeEngine.call(handle, json("{\"dance\":{}}"))).contains("there is no operation `dance`"));
            assertTrue(refusal(() -> NativeEngine.call(handle, json("{\"check\":{\"assertion\":7}}"))).contains("expected a string"));
            assertTrue(refusal(() -> NativeEngine.call(handle, json("[".repeat(1_000_000)))).contains("the request does not parse"));
            assertTrue(refusal(() -> NativeEngine.call(handle, null)).contains("null"));
            assertTrue(refusal(() -> NativeEngine.open(json("{\"open\":" + OPEN.replace("\"new\"", "\"later\"") + "}")))
                    .contains("`later`"));
        } finally {
            NativeEngine.close(handle);
        }
    }

    @Test
    void buffersMustBeDirectAndRangesWithinThem() {
        long handle = NativeEngine.open(json("{\"open\":" + OPEN + "}"));
        try {
            assertTrue(refusal(() -> NativeEngine.append(handle, 1, ByteBuffer.allocate(8), 0, 8)).contains("direct byte buffer"));
            assertTrue(refusal(() -> NativeEngine.append(handle, 1, null, 0, 8)).contains("direct byte buffer"));
            ByteBuffer direct = ByteBuffer.allocateDirect(8);
            for (int[] range : new int[][] {{0, 9}, {8, 1}, {-1, 4}, {0, -1}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
                assertTrue(refusal(() -> NativeEngine.append(handle, 1, direct, range[0], range[1]))
                        .contains("not within the buffer's 8 bytes"));
            }
        } finally {
            NativeEngine.close(handle);
        }
    }

    @Test
    void theEnginesLogReachesJavaFromItsThreads(@org.junit.jupiter.api.io.TempDir Path directory) {
        List<String> records = new CopyOnWriteArrayList<>();
        NativeEngine.logTo((level, target, message) -> {
            records.add(level + " " + target + " " + message);
            throw new IllegalStateException("a sink that fails is not the engine's problem");
        }, 5);
        try (var engine = dev.oraculum.api.Engine.open(dev.oraculum.api.EngineOptions.inMemory())) {
            dev.oraculum.api.AbsStates.submit(engine);
            engine.improve(dev.oraculum.api.improve.ImproveRequest.defaults(), null);
        } finally {
            EngineLog.connect();
        }
        assertTrue(records.stream().anyMatch(r -> r.startsWith("4 oraculum::engine::improve search of Example#abs(int) ended after ")),
                records::toString);
        assertFalse(records.stream().anyMatch(r -> r.contains(" jni::")));
    }
}
