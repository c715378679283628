package pkg;

import java.io.PrintStream;

/** Prints to standard output, which it may close. */
public class Report {
    private final PrintStream out = System.out;
    private int lines;

    public int line(String text) {
        if (!text.isEmpty()) {
            out.println(text);
            lines++;
        }
        return lines;
    }

    /** Whoever runs a test that calls it hears no more of the tests behind it. */
    public boolean close() {
        out.close();
        return lines > 0;
    }
}
