package dev.oraculum.cli;

import java.io.PrintWriter;

/** Lines of progress, the last of which moves on a terminal. */
final class StatusLine {
    private static final String ERASE_LINE = "\r\u001b[K";
    /** The terminal cuts a line at its last column, however wide it is now, instead of going on in the next one (DECAWM). */
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintWriter err;
    private final int width;
    private final boolean terminal;
    private boolean moving;
    /** The one that moves; there is one terminal. */
    private static volatile StatusLine shown;

    /** @param width at which a moving line is cut, on terminals that are wider */
    StatusLine(PrintWriter err, int width, boolean terminal) {
        this.err = err;
        this.width = width;
        this.terminal = terminal;
    }

    /** Prints a line that stays. */
    void line(String text) {
        end();
        err.println(Printable.line(text));
        err.flush();
    }

    /** Replaces the line that moves; off a terminal there is none. */
    void moving(String text) {
        if (terminal) {
            String printable = Printable.line(text);
            err.print(ERASE_LINE + NO_WRAP + (printable.length() > width ? printable.substring(0, width) : printable) + WRAP);
            err.flush();
            moving = true;
            shown = this;
        }
    }

    /** Takes away whatever line moves, before something else is printed: an error. */
    static void endShown() {
        StatusLine last = shown;
        if (last != null) {
            last.end();
        }
    }

    /** Takes the moving line away: it would be in the way of the result. */
    void end() {
        if (moving) {
            err.print(ERASE_LINE);
            err.flush();
            moving = false;
        }
    }

    /** {@code [####....] 4 of 8}. */
    static String bar(int width, int done, int total) {
        int filled = Math.min(width, width * done / Math.max(1, total));
        return "[" + "#".repeat(filled) + ".".repeat(width - filled) + "] " + done + " of " + Math.max(done, total);
    }
}
