package pkg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file where it is run, on a thread of its own. */
public class Logbook {
    public int note(String text) throws InterruptedException {
        Thread writer = new Thread(() -> write(text));
        writer.setUncaughtExceptionHandler((thread, refused) -> { });
        writer.start();
        writer.join();
        return text.isEmpty() ? 0 : 1;
    }

    /** The file may be written when the test is over. */
    public int noteLater(String text) {
        Thread writer = new Thread(() -> write(text));
        writer.setUncaughtExceptionHandler((thread, refused) -> { });
        writer.start();
        return text.isEmpty() ? 2 : 3;
    }

    public int pages(int lines) {
        return lines > 30 ? 2 : 1;
    }

    private static void write(String text) {
        try {
            Files.writeString(Path.of("logbook-of-a-generated-test.txt"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
