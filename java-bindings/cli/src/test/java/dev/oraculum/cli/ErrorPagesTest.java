package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each kind of problem has a page in docs/errors, and each page is of one. */
class ErrorPagesTest {
    private static Path folder() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("docs/errors"))) {
            at = at.getParent();
        }
        return at.resolve("docs/errors");
    }

    private static Set<String> codes() {
        return Arrays.stream(Problem.Code.values()).map(Failures::page).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachCodeHasItsPageAndEachPageItsCode() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            Set<String> pages = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(codes(), pages);
        }
    }

    @Test
    void theIndexHasThemAllAndEachSaysWhatToDo() throws IOException {
        String index = Files.readString(folder().resolve("README.md"));
        for (String page : codes()) {
            assertTrue(index.contains("](" + page + ")"), page);
            assertTrue(Files.readString(folder().resolve(page)).contains("\n## What to do\n\n- "), page);
        }
    }
}
