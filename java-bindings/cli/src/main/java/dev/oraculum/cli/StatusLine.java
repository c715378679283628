package dev.oraculum.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Lines of progress, the last of which moves on a terminal and says for how long it has been the same. Elsewhere, in the log of a build
 * for example, what has been going on for a minute is said once a minute.
 */
final class StatusLine {
    private static final String ERASE_LINE = "\r\u001b[K";
    /** The terminal cuts a line at its last column, however wide it is now, instead of going on in the next one (DECAWM). */
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    /** A time that is shorter is not worth reading. */
    private static final long SHOWN_SECONDS = 2;
    private static final Duration REMINDER = Duration.ofMinutes(1);

    private final PrintWriter err;
    private final boolean terminal;
    private ScheduledExecutorService clock;
    private String text;
    private long since;
    private long reminded;
    private boolean shows;
    /** The one that moves; there is one terminal. */
    private static volatile StatusLine shown;

    StatusLine(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** Prints a line that stays. */
    synchronized void line(String line) {
        end();
        Layout.fit(Printable.line(line), terminal ? Terminal.errColumns() : Terminal.UNLIMITED).forEach(err::println);
        err.flush();
    }

    /** Replaces the line that moves; off a terminal it is said only if it stays for long. */
    synchronized void moving(String line) {
        if (text == null) {
            reminded = System.nanoTime();
        }
        if (!line.equals(text)) {
            since = System.nanoTime();
        }
        text = line;
        shown = this;
        if (clock == null) {
            clock = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "oraculum-progress");
                thread.setDaemon(true);
                return thread;
            });
            clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
        }
        draw();
    }

    private synchronized void tick() {
        if (text == null) {
            return;
        }
        draw();
        if (!terminal && System.nanoTime() - reminded >= REMINDER.toNanos()) {
            reminded = System.nanoTime();
            err.println(Printable.line(text));
            err.flush();
        }
    }

    private void draw() {
        if (terminal) {
            long seconds = (System.nanoTime() - since) / 1_000_000_000L;
            err.print(ERASE_LINE + NO_WRAP + cut(Printable.line(text), seconds < SHOWN_SECONDS ? "" : " " + seconds + " s") + WRAP);
            err.flush();
            shows = true;
        }
    }

    /** What comes into one line; the time is always seen. */
    private static String cut(String text, String time) {
        int columns = Terminal.errColumns();
        if (columns == Terminal.UNLIMITED || Layout.width(text) + time.length() < columns) {
            return text + time;
        }
        int room = columns - 1 - time.length();
        StringBuilder cut = new StringBuilder();
        for (int i = 0; i < text.length() && Layout.width(cut.toString()) < room - 3; i += Character.charCount(text.codePointAt(i))) {
            cut.appendCodePoint(text.codePointAt(i));
        }
        return cut + ".." + time;
    }

    /** Takes away whatever line moves, before something else is printed: an error. */
    static void endShown() {
        StatusLine last = shown;
        if (last != null) {
            last.end();
        }
    }

    /** Takes the moving line away: it would be in the way of the result. */
    synchronized void end() {
        text = null;
        if (shows) {
            err.print(ERASE_LINE);
            err.flush();
            shows = false;
        }
    }

    /** {@code [####....] 4 of 8}. */
    static String bar(int width, int done, int total) {
        int filled = Math.min(width, width * done / Math.max(1, total));
        return "[" + "#".repeat(filled) + ".".repeat(width - filled) + "] " + done + " of " + Math.max(done, total);
    }
}
