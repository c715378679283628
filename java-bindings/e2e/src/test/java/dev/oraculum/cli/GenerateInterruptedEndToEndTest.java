package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.api.generate.GenerateReport.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A generation of tests of one class that is told to end: what it has by then is checked and written. */
@SameOnEveryJdk
class GenerateInterruptedEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("generated", folder);
    }

    /** Interrupts the job's own thread at a step of a phase, as a signal does. */
    private static GenerateReport interruptedAt(Phase at, int step) throws Exception {
        Project project = Project.of(List.of(runs.project().classes()), List.of());
        Generate request = Generate.of(project, "pkg.Parcel").withSeed(1).withBudget(Duration.ofMinutes(5));
        Thread job = Thread.currentThread();
        int[] steps = {0};
        GenerateReport report = Oraculum.generate(request, new JobListener() {
            @Override
            public void phaseStarted(String subject, Phase phase, String detail) {
                if (phase == at && step == 0) {
                    job.interrupt();
                }
            }

            @Override
            public void advanced(String subject, Phase phase, int done, int total, String what) {
                if (phase == at && ++steps[0] == step) {
                    job.interrupt();
                }
            }
        });
        assertTrue(Thread.interrupted(), "the interrupt is there afterwards");
        return report;
    }

    /** Compiles and runs what a report has. */
    private static void passes(GenerateReport report, String name) throws Exception {
        Path out = folder.resolve(name);
        for (GenerateReport.File file : report.files()) {
            Path path = out.resolve(file.path());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.source());
        }
        GenerateRuns.Ran ran = runs.test(runs.compiled(out), "pkg.ParcelGeneratedTest");
        assertEquals(0, ran.exit(), ran::said);
    }

    @Test
    void inTheSearchItHasTheTestsOfTheFirstBatches() throws Exception {
        GenerateReport report = interruptedAt(Phase.TEST_SEARCH, 2);
        assertEquals(Stop.INTERRUPTED, report.stop());
        assertTrue(report.executed() > 0 && report.executed() < 1000, () -> report.executed() + " tests");
        assertTrue(report.coverage().get("branch").covered() > 0, () -> report.coverage().toString());
        assertTrue(report.mutants().stream().noneMatch(mutant -> mutant.end() == MutantEnd.KILLED), () -> report.mutants().toString());
        passes(report, "search");
    }

    @Test
    void whenAssertionsAreChosenTheSearchWasNotForNothing() throws Exception {
        GenerateReport report = interruptedAt(Phase.ASSERTIONS, 0);
        assertEquals(Stop.INTERRUPTED, report.stop());
        GenerateReport.Coverage branches = report.coverage().get("branch");
        assertTrue(branches.covered() > branches.goals() / 2, branches::toString);
        passes(report, "assertions");
    }
}
