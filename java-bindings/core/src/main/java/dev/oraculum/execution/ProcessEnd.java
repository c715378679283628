package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Connection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a worker process ended without being asked to.
 *
 * @param end the kind of end
 * @param explanation exit code or signal, what the JVM's own report says, the last lines printed
 */
record ProcessEnd(UnitEnd end, String explanation) {
    /** A shell's and the JDK's way to say "ended by signal n". */
    private static final int SIGNAL = 128;

    private static final Map<Integer, String> CRASH_SIGNALS =
            Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 11, "SIGSEGV");
    private static final Map<Integer, String> OUTSIDE_SIGNALS =
            Map.of(1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 9, "SIGKILL", 15, "SIGTERM");

    /**
     * @param exitCode of the process
     * @param errorFile where the JVM was told to put its crash report; need not exist
     * @param lastLines what it printed last
     */
    static ProcessEnd of(int exitCode, Path errorFile, String lastLines) {
        String said = lastLines.isEmpty() ? "" : "\nlast output:\n" + lastLines;
        if (exitCode == Connection.EXIT_OUT_OF_MEMORY) {
            return new ProcessEnd(UnitEnd.OUT_OF_MEMORY, "no memory was left even for the worker's own threads" + said);
        }
        if (exitCode == Connection.EXIT_MUTE) {
            return new ProcessEnd(UnitEnd.UNRESPONSIVE, "the code under test has stopped the worker's own threads" + said);
        }
        String report = crashReport(errorFile);
        if (report.contains("insufficient memory")) {
            return new ProcessEnd(UnitEnd.OUT_OF_MEMORY, report + said);
        }
        int signal = exitCode - SIGNAL;
        if (!report.isEmpty() || CRASH_SIGNALS.containsKey(signal)) {
            String cause = report.isEmpty() ? "signal " + CRASH_SIGNALS.get(signal) : report;
            return new ProcessEnd(UnitEnd.CRASHED, cause + said);
        }
        if (OUTSIDE_SIGNALS.containsKey(signal)) {
            return new ProcessEnd(UnitEnd.KILLED, "signal " + OUTSIDE_SIGNALS.get(signal) + said);
        }
        if (exitCode == Connection.EXIT_ALONE) {
            return new ProcessEnd(UnitEnd.EXITED, "exit code " + exitCode + ": its line to Oraculum broke" + said);
        }
        return new ProcessEnd(UnitEnd.EXITED, "exit code " + exitCode + said);
    }

    /** The lines of an hs_err file that name the cause, in one line; empty if there is no such file. */
    private static String crashReport(Path errorFile) {
        if (!Files.isRegularFile(errorFile)) {
            return "";
        }
        try {
            List<String> head = new String(Files.readAllBytes(errorFile), StandardCharsets.ISO_8859_1)
                    .lines()
                    .limit(40)
                    .map(line -> line.replaceFirst("^#\\s*", "").strip())
                    .toList();
            String cause = head.stream()
                    .filter(line -> line.startsWith("SIG")
                            || line.startsWith("EXCEPTION_")
                            || line.startsWith("Internal Error")
                            || line.contains("insufficient memory"))
                    .findFirst()
                    .orElse("see the JVM's report");
            int frame = head.indexOf("Problematic frame:");
            return frame >= 0 && frame + 1 < head.size() ? cause + ", in " + head.get(frame + 1) : cause;
        } catch (IOException e) {
            return "the JVM's report " + errorFile + " cannot be read: " + e.getMessage();
        }
    }
}
