package dev.oraculum.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    @TempDir
    private Path folder;

    private Path classes;
    private Path library;
    private Path reports;
    private final Map<String, String> options = new TreeMap<>(Map.of("classes", "a.B"));
    private String jdk = "17";

    @BeforeEach
    void runOnce() throws IOException {
        classes = Files.createDirectories(folder.resolve("classes/a"));
        Files.writeString(classes.resolve("B.class"), "code");
        library = Files.writeString(folder.resolve("library.jar"), "library");
        reports = Files.createDirectories(folder.resolve("reports"));
        Files.writeString(reports.resolve("improve.json"), "{}");
        assertFalse(isUpToDate(), "nothing has run yet");
        history().keep(reports.toFile());
        assertTrue(isUpToDate(), "the same again");
    }

    private History history() {
        return new History(folder.resolve("history.properties").toFile(), options,
                Map.of("classPath", List.of(classes.getParent().toFile()), "libraries", List.of(library.toFile()),
                        "oracle", List.of(new File("missing.json"))),
                jdk, List.of(library.toFile()));
    }

    private boolean isUpToDate() {
        return history().isOf(reports.toFile());
    }

    @Test
    void codeThatChangesOrComesOrMovesIsAnother() throws IOException {
        Files.writeString(classes.resolve("B.class"), "other");
        assertFalse(isUpToDate());
        Files.writeString(classes.resolve("B.class"), "code");
        assertTrue(isUpToDate(), "content counts, not time");
        Files.writeString(classes.resolve("C.class"), "");
        assertFalse(isUpToDate());
        Files.delete(classes.resolve("C.class"));
        Files.move(classes.resolve("B.class"), classes.resolve("D.class"));
        assertFalse(isUpToDate());
    }

    @Test
    void dependenciesOptionsAndJdkCount() throws IOException {
        options.put("seed", "1");
        assertFalse(isUpToDate());
        options.remove("seed");
        jdk = "25";
        assertFalse(isUpToDate());
        jdk = "17";
        Files.writeString(library, "newer");
        assertFalse(isUpToDate());
    }

    @Test
    void reportsThatSomebodyChangedOrRemovedAreMadeAnew() throws IOException {
        Files.writeString(reports.resolve("improve.json"), "{ }");
        assertFalse(isUpToDate());
        Files.delete(reports.resolve("improve.json"));
        assertFalse(isUpToDate());
        Files.delete(reports);
        assertFalse(isUpToDate());
    }

    @Test
    void aRunThatDoesNotEndWellLeavesNoHistory() throws IOException {
        history().forget();
        assertFalse(isUpToDate());
    }

    @Test
    void aDamagedHistoryIsNone() throws IOException {
        Path file = folder.resolve("history.properties");
        String whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() / 2));
        assertFalse(isUpToDate());
        Files.writeString(file, "a=\\u12");
        assertFalse(isUpToDate());
    }

    @Test
    void theSameHistoryIsTheSameFile() throws IOException {
        Path file = folder.resolve("history.properties");
        String first = Files.readString(file);
        history().keep(reports.toFile());
        assertEquals(first, Files.readString(file));
    }
}
