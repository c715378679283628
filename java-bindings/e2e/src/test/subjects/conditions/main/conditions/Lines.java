package conditions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/** Conditions on what is read, by characters and by lines, from texts that the caller gives. */
public final class Lines {
    private int marks;

    public int kind(Reader in) throws IOException {
        if (in.read() != '#') {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum = sum * 31 + in.read();
        }
        if (sum == 31 * (31 * 'q' + 'x') + 'j') {
            marks++;
            return 2;
        }
        return 1;
    }

    public static String header(String top, String rest) throws IOException {
        BufferedReader lines = new BufferedReader(new StringReader(top + '\n' + rest));
        String first = lines.readLine();
        if (first.length() < 3) {
            return "none";
        }
        if ((first.charAt(0) * 31 + first.charAt(1)) * 31 + first.charAt(2) == (31 * 'k' + 'x') * 31 + 'w') {
            return lines.read() == first.charAt(1) + 5 ? "signed" : "known";
        }
        return "other";
    }

    public int marks() {
        return marks;
    }
}
