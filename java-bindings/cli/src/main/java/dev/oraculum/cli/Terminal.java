package dev.oraculum.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * The terminal that the command writes to, if it does.
 *
 * <p>The launcher says which streams are a terminal and how wide it is ({@code stty size}, 2 ms), and {@link Signals} asks again when the
 * window changes. JLine would know the same, after 200 ms at every start and with a library unpacked into the temporary folder.
 */
final class Terminal {
    /** Where nothing says how wide a line may be. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    /** Help is laid out for people, wherever it goes. */
    private static final int HELP_COLUMNS = 100;
    private static final int NARROWEST_HELP = 55;
    private static final int NARROWEST = 20;
    private static final long PATIENCE_SECONDS = 2;

    private static volatile int measured = Integer.getInteger("oraculum.columns", 0);

    private Terminal() {}

    /** Whether standard error is one. */
    static boolean err() {
        return Boolean.getBoolean("oraculum.terminal");
    }

    /** Whether any stream is one. */
    static boolean any() {
        return err() || Boolean.getBoolean("oraculum.terminal.out");
    }

    /** Columns of a line of standard output; unlimited where it is a file or a pipe: programs read whole lines. */
    static int outColumns() {
        return Boolean.getBoolean("oraculum.terminal.out") ? columns() : UNLIMITED;
    }

    /** The same of standard error. */
    static int errColumns() {
        return err() ? columns() : UNLIMITED;
    }

    /** Columns of the help. */
    static int helpColumns() {
        int columns = columns();
        return columns == UNLIMITED ? HELP_COLUMNS : Math.max(NARROWEST_HELP, Math.min(HELP_COLUMNS, columns));
    }

    private static int columns() {
        return measured <= 0 ? UNLIMITED : Math.max(NARROWEST, measured);
    }

    /** Asks the terminal for its width again. */
    static void measure() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream answer = stty.getInputStream()) {
                String[] size = new String(answer.readAllBytes(), StandardCharsets.US_ASCII).strip().split(" ");
                if (stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && size.length == 2) {
                    measured = Integer.parseInt(size[1]);
                }
            }
        } catch (IOException | NumberFormatException e) {
            System.getLogger(Terminal.class.getName()).log(System.Logger.Level.DEBUG, "the width stays what it was", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
