package dev.oraculum.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The sandbox of bubblewrap (https://github.com/containers/bubblewrap), which makes namespaces of its own for a process: the whole file
 * system can be read, one folder can be written, there is no network, and other processes cannot be seen.
 */
final class Bubblewrap {
    private static final String PROGRAM = "bwrap";
    private static final int SECONDS = 30;
    private static final int MUCH_OUTPUT = 1 << 12;

    private Bubblewrap() {}

    /**
     * What begins the command of a process in the sandbox.
     *
     * @param writable the folder that it can write
     */
    static List<String> command(Path writable) {
        return List.of(
                PROGRAM, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", writable.toString(), writable.toString(),
                "--unshare-pid", "--unshare-net", "--unshare-ipc", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--");
    }

    /** Why it does not work here; empty: it does. Kernels and containers may forbid it, so it is tried. */
    static Optional<String> problem() {
        List<String> command = new ArrayList<>(command(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath()));
        command.add("true");
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return Optional.of("bubblewrap is not installed (" + e.getMessage() + ")");
        }
        try (InputStream output = process.getInputStream()) {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("bubblewrap does not end within " + SECONDS + " s");
            }
            if (process.exitValue() == 0) {
                return Optional.empty();
            }
            String said = new String(output.readNBytes(MUCH_OUTPUT), Charset.defaultCharset()).strip();
            return Optional.of("bubblewrap ended with " + process.exitValue() + (said.isEmpty() ? "" : " and said: " + said));
        } catch (IOException e) {
            return Optional.of("bubblewrap: " + e.getMessage());
        } catch (InterruptedException e) {
            throw Workers.cancelled();
        } finally {
            process.destroyForcibly();
        }
    }
}
