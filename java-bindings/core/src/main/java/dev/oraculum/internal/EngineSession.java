package dev.oraculum.internal;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/**
 * An engine that is open: its handle, and what is asked of it as JSON. {@link dev.oraculum.api.Engine} and its evidence share one. It is
 * closed with {@link #close}, or when it becomes unreachable.
 */
public final class EngineSession {
    private static final Cleaner CLEANER = Cleaner.create();

    private final long handle;
    private final Cleaner.Cleanable cleanable;

    private EngineSession(long handle) {
        this.handle = handle;
        this.cleanable = CLEANER.register(this, new Close(handle));
    }

    /** What the cleaner runs: it must hold the handle only, never the session. */
    private record Close(long handle) implements Runnable {
        @Override
        public void run() {
            NativeEngine.close(handle);
        }
    }

    /** @throws IllegalArgumentException as {@link dev.oraculum.api.Engine#open} has it */
    public static EngineSession open(Requests.Open request) {
        NativeLibrary.load();
        return new EngineSession(NativeEngine.open(Json.encode("open", request)));
    }

    /** The answer to an operation; throws as {@link dev.oraculum.api.Engine#call}. */
    public <T> T call(String operation, Object request, Class<T> result) {
        byte[] bytes = Json.encode(operation, request);
        try {
            return Json.decode(NativeEngine.call(handle, bytes), result);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** For clean-up after a close, which has forgotten whatever this would. */
    public void callUnlessClosed(String operation, Object request) {
        try {
            call(operation, request, Requests.Done.class);
        } catch (IllegalStateException alreadyClosed) {
            // Closing the engine dropped it.
        }
    }

    /** What a native method returns that is given the handle. */
    public <T> T withHandle(LongFunction<T> use) {
        try {
            return use.apply(handle);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Closing again does nothing. */
    public void close() {
        cleanable.clean();
    }

    /** What the natives read records from: the buffer itself, or a direct copy of what it has. */
    public static ByteBuffer direct(ByteBuffer records) {
        return records.isDirect() ? records : ByteBuffer.allocateDirect(records.remaining()).put(records.duplicate()).flip();
    }
}
