package dev.oraculum.internal;

import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Setting;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;

/**
 * The native methods, all of them. Requests and results are UTF-8 JSON (docs/formats.md, "Engine requests"); bulk data go through direct
 * buffers; handles are ids, so a stale one is an {@link IllegalStateException}, never a crash. {@link NativeLibrary#load} comes first.
 */
public final class NativeEngine {
    private NativeEngine() {}

    /** Called by the engine on the thread that called {@link #improve}. Figures are those of {@code dev.oraculum.api.improve.Progress}. */
    public interface ProgressSink {
        boolean progress(long generation, long bestFn, long bestSize, long evaluations, long elapsedMillis);
    }

    /** Called by the engine on any of its threads. */
    public interface LogSink {
        /** @param level 1 error, 2 warning, 3 information, 4 debug, 5 trace */
        void log(int level, String target, String message);
    }

    /**
     * The exception for a failure of the engine, which calls this.
     *
     * @param kind 0 invalid input, 1 invalid state, 2 cancelled, 3 input or output, 4 a fault of ours, 5 an answer of a worker that cannot
     *     be read (src/bridge/failure.rs)
     */
    private static RuntimeException failure(int kind, String message) {
        return switch (kind) {
            case 0 -> new IllegalArgumentException(message);
            case 1 -> new IllegalStateException(message);
            case 2 -> new CancellationException(message);
            case 3 -> new OraculumException(OraculumException.Code.IO, message);
            case 5 -> new DamagedAnswerException(message);
            default -> new OraculumException(OraculumException.Code.INTERNAL, message);
        };
    }

    /** The exception where there is more than a limit allows; the engine calls this too. {@code setting} is the limit's name in the API. */
    private static RuntimeException limitReached(String setting, String message) {
        return Setting.named(setting)
                .<RuntimeException>map(limit -> new InvalidInputException(Problem.limit(limit), message))
                .orElseGet(() -> new IllegalArgumentException(message));
    }

    /** {@code dev.oraculum.api.EngineInfo} as JSON. */
    public static native byte[] info();

    /** Opens a session; its handle, never 0. */
    public static native long open(byte[] request);

    /** Closes a session; unknown and closed handles are ignored. */
    public static native void close(long handle);

    /** Any operation that is not listed here. */
    public static native byte[] call(long handle, byte[] request);

    /** Appends {@code length} bytes of records from {@code offset} of a direct buffer to an open unit; the number of records. */
    public static native long append(long handle, long unit, ByteBuffer records, int offset, int length);

    /**
     * Appends {@code length} bytes of invocation records from {@code offset} of a direct buffer to a run (0 manual, 1 generated) of the
     * ranking; {@code firstTest} is added to the tests that they name. The number of records.
     */
    public static native long appendInvocations(long handle, int run, int firstTest, ByteBuffer records, int offset, int length);

    /** Adds the facts of one class to the session's program (docs/formats.md, "Program facts"). */
    public static native void addClass(long handle, byte[] record);

    /** Writes states from {@code offset} of a direct buffer; number of states in the upper 32 bits of the result, bytes in the lower. */
    public static native long fetch(long handle, byte[] request, ByteBuffer into, int offset, int length);

    /** Runs a search on this thread's time; {@code sink} may be null. */
    public static native byte[] improve(long handle, byte[] request, ProgressSink sink);

    /** Ends the search of a session, if one is running. */
    public static native void cancel(long handle);

    /** Where the engine's log goes from now on (null: nowhere), and the most detailed level wanted. */
    public static native void logTo(LogSink sink, int level);
}
