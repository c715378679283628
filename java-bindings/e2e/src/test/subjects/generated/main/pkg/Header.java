package pkg;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads a format that begins with a word. */
public class Header {
    private static final String MAGIC = "VERSION ";

    private final int version;

    public Header(InputStream in) throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (!text.startsWith(MAGIC)) {
            throw new IOException("no header");
        }
        version = text.length() - MAGIC.length();
    }

    public boolean isFirst() {
        return version == 0;
    }

    public static int spaces(char[] line) {
        int spaces = 0;
        while (spaces < line.length && line[spaces] == ' ') {
            spaces++;
        }
        return spaces;
    }
}
