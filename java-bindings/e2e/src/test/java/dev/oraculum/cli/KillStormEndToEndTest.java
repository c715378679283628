package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twelve of the kills of {@code make kill-storm}, up to four of one run. */
@SameOnEveryJdk
class KillStormEndToEndTest {
    @TempDir
    private Path folder;

    @Test
    void killedAndResumedRunsEndLikeUndisturbedOnes() throws Exception {
        assertEquals(List.of(), new KillStorm(folder, 12, System.out).run(12, 4));
    }
}
