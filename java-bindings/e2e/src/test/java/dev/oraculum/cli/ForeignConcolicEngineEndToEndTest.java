package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The concolic example of {@code oraculum-spi}. */
class ForeignConcolicEngineEndToEndTest {
    @TempDir
    Path folder;

    @Test
    void thePageShowsWhatItPrints() throws Exception {
        String output = SpiExample.compile("concolic", folder).run("concolic.ConcolicTests", "80", "1");
        assertTrue(output.contains("knn") && output.contains("\"Yes\" reached"), output);
        SpiExample.assertShown(Path.of("../../docs/guide/path-selection.md"), output);
    }
}
