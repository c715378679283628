package pkg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes down what should not be asked for. */
public class Notes {
    public static int price(int pages) throws IOException {
        if (pages < 0) {
            Files.writeString(Path.of(System.getenv("NOTES_FOLDER"), "complaint"), "less than nothing");
            return 0;
        }
        return pages * 3;
    }
}
