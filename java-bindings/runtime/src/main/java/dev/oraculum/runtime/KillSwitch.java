package dev.oraculum.runtime;

/**
 * Throws an exception in another thread, wherever it is: JVMTI {@code StopThread}, which still works where {@code Thread.stop} is gone (JDK
 * 20 and later). It ends loops, sleep, wait and park; it does not end a blocked monitor entry, blocking socket calls, a loop that catches
 * Throwable, native code or a virtual thread, and must not hit a class initialiser, which it would poison for good.
 */
public final class KillSwitch {
    /** JVMTI error: the library was not built with the kill switch, or is not loaded. */
    public static final int NOT_AVAILABLE = 98;

    private static volatile boolean available;

    private KillSwitch() {}

    /**
     * Loads the native library and asks the JVM for the capability, in the live phase. Loading again does nothing.
     *
     * @param path absolute path of liboraculum
     * @return whether the kill switch works from now on: false if the library was built without a JDK's headers, or this JVM has no such
     * capability
     * @throws UnsatisfiedLinkError the file is no library for this JVM
     */
    public static synchronized boolean load(String path) {
        if (!available) {
            System.load(path);
            available = acquire() == 0;
        }
        return available;
    }

    /** Whether {@link #stop} can work in this JVM. */
    public static boolean available() {
        return available;
    }

    /**
     * Throws {@code error} in {@code thread} at its next safepoint.
     *
     * @return 0, or the JVMTI error code (13: a virtual thread, 15: the thread is not alive), or {@link #NOT_AVAILABLE}
     */
    public static int stop(Thread thread, Throwable error) {
        if (thread == null || error == null) {
            throw new NullPointerException(thread == null ? "thread" : "error");
        }
        return available ? stopThread(thread, error) : NOT_AVAILABLE;
    }

    private static native int acquire();

    private static native int stopThread(Thread thread, Throwable error);
}
