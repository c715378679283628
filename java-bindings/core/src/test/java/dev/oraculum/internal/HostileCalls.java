package dev.oraculum.internal;

import dev.oraculum.api.AbsStates;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Every native with arguments that nobody should give: each ends in an exception for the caller, none in a fault of ours, let alone of the
 * JVM.
 */
final class HostileCalls {
    private static final int[] NUMBERS = {Integer.MIN_VALUE, -1, 0, 1, 64, 65, Integer.MAX_VALUE};

    private HostileCalls() {}

    static void run() throws IOException {
        Path file = Files.createTempFile("hostile", ".bin");
        Engine closed = Engine.open(EngineOptions.inMemory().withThreads(1));
        closed.close();
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            Files.write(file, new byte[4096]);
            AbsStates.submit(engine);
            long[] handles = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, AbsStates.handle(closed), AbsStates.handle(engine)};
            for (long handle : handles) {
                buffers(handle, file);
                requests(handle);
            }
            require(IllegalArgumentException.class, () -> engine.evidence().readStates("true", 0, mapped(file)));
            require(IllegalArgumentException.class, () -> engine.evidence().readStates("true", 0, ByteBuffer.allocate(4096)));
            engine.evaluate("result >= x");
        } finally {
            Files.delete(file);
        }
        closedByAnother();
    }

    private static void buffers(long handle, Path file) {
        List<ByteBuffer> buffers = new ArrayList<>(List.of(
                ByteBuffer.allocate(64), ByteBuffer.allocateDirect(0), ByteBuffer.allocateDirect(64),
                ByteBuffer.allocateDirect(64).asReadOnlyBuffer(), mapped(file),
                ByteBuffer.allocate(64).asReadOnlyBuffer()));
        buffers.add(null);
        byte[] fetch = Json.encode("fetch", new Requests.Fetch("result >= x", 0));
        for (ByteBuffer buffer : buffers) {
            for (int offset : NUMBERS) {
                for (int length : NUMBERS) {
                    refused(() -> NativeEngine.append(handle, 1, buffer, offset, length));
                    refused(() -> NativeEngine.appendInvocations(handle, offset, length, buffer, 0, 64));
                    refused(() -> NativeEngine.appendInvocations(handle, 0, 0, buffer, offset, length));
                    refused(() -> NativeEngine.fetch(handle, fetch, buffer, offset, length));
                }
            }
        }
    }

    private static void requests(long handle) {
        Random random = new Random(7);
        List<byte[]> requests = new ArrayList<>(Arrays.asList(
                null, new byte[0], "{}".getBytes(StandardCharsets.UTF_8), "[".repeat(100_000).getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            requests.add(bytes);
        }
        requests.add(Json.encode("check", new Requests.AssertionOf("(".repeat(100_000))));
        requests.add(Json.encode("open", new Requests.Nothing()));
        for (byte[] request : requests) {
            refused(() -> NativeEngine.open(request));
            refused(() -> NativeEngine.call(handle, request));
            refused(() -> NativeEngine.addClass(handle, request));
            refused(() -> NativeEngine.improve(handle, request, null));
            refused(() -> NativeEngine.fetch(handle, request, ByteBuffer.allocateDirect(64), 0, 64));
        }
        refused(() -> NativeEngine.cancel(handle));
        NativeEngine.logTo(null, (int) handle);
    }

    /** Many threads use an engine while it is closed. */
    private static void closedByAnother() {
        for (int round = 0; round < 20; round++) {
            Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
            AbsStates.submit(engine);
            AtomicReference<Throwable> fault = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                threads.add(new Thread(() -> {
                    try {
                        while (true) {
                            engine.evaluate("result >= x");
                            engine.evidence().readStates("result >= x", 0, ByteBuffer.allocateDirect(1000));
                        }
                    } catch (IllegalStateException expected) {
                        // Closed.
                    } catch (Throwable e) {
                        fault.set(e);
                    }
                }));
            }
            threads.forEach(Thread::start);
            engine.close();
            threads.forEach(HostileCalls::join);
            if (fault.get() != null) {
                throw new AssertionError(fault.get());
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ByteBuffer mapped(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, 4096);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** May be accepted, where it happens to be right, or end in an exception that blames the caller. */
    private static void refused(Runnable use) {
        try {
            use.run();
        } catch (IllegalArgumentException | IllegalStateException expected) {
            if (String.valueOf(expected.getMessage()).isBlank()) {
                throw new AssertionError("no message", expected);
            }
        } catch (OraculumException e) {
            throw new AssertionError(e);
        }
    }

    private static void require(Class<? extends RuntimeException> type, Runnable use) {
        try {
            use.run();
        } catch (RuntimeException e) {
            if (type.isInstance(e)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("nothing was thrown");
    }
}
