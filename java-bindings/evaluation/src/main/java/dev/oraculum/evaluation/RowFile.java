package dev.oraculum.evaluation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of results, a line of JSON for each run; lines are added as runs end, so that what was measured is not lost.
 *
 * @param <T> a record: what a line says
 */
public final class RowFile<T> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final Class<T> type;

    public RowFile(Path file, Class<T> type) {
        this.file = file;
        this.type = type;
    }

    /** All rows; none where there is no file. */
    public List<T> read() throws IOException {
        List<T> rows = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                rows.add(JSON.readValue(line, type));
            }
        }
        return rows;
    }

    /** Adds rows, all in one step. */
    public void add(List<T> rows) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (T row : rows) {
            lines.append(JSON.writeValueAsString(row)).append('\n');
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
