package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.ImproveProject;
import dev.oraculum.api.ImproveReport;
import dev.oraculum.api.ImproveRequest;
import dev.oraculum.api.ImproveResult;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Progress;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.SearchEngine;
import dev.oraculum.api.StopReason;
import dev.oraculum.facts.ClassPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The public Java API from a Java program: the example of its documentation, listeners, cancel, errors. */
class ApiEndToEndTest {
    @TempDir
    static Path folder;

    private static ImproveProject project;

    @BeforeAll
    static void compile() throws Exception {
        TestProject basics = TestProject.compile("basics", folder);
        project = ImproveProject.of(List.of(basics.classes()), ClassPath.split(basics.tests()), "pkg.Calc#min(int,int)");
    }

    @Test
    void theExampleOfTheDocumentation() {
        ImproveProject seeded = project.withSearch(ImproveRequest.defaults().withSeed(1));
        ImproveReport report = Oraculum.improve(seeded, ImproveListener.NONE).report();
        assertNotNull(report.improved().java());
        assertEquals(0, report.improved().fp());
    }

    @Test
    void aListenerHearsOfEveryPhaseInOrder() {
        List<Phase> phases = new ArrayList<>();
        List<Integer> done = new ArrayList<>();
        ImproveResult result = Oraculum.improve(project, new ImproveListener() {
            @Override
            public void phaseFinished(Phase phase, Duration elapsed, String outcome) {
                phases.add(phase);
            }

            @Override
            public void mutantFinished(int finished, int total, String mutant, String end) {
                done.add(finished);
            }
        });
        assertEquals(List.of(Phase.values()), phases);
        assertEquals(result.report().evidence().mutants().total(), done.size());
        assertEquals(done.size(), done.get(done.size() - 1));
    }

    @Test
    void aListenerEndsTheSearchWithTheBestSoFar() {
        ImproveListener impatient = new ImproveListener() {
            @Override
            public boolean searching(Progress progress) {
                return false;
            }
        };
        ImproveResult result = Oraculum.improve(project.withSearch(ImproveRequest.defaults().withEngine(SearchEngine.COEVOLUTION).withProgressMillis(1)), impatient);
        assertEquals(StopReason.CANCELLED, result.report().stopReason());
        assertEquals(0, result.improvement().best().fp());
    }

    @Test
    void anInterruptCancelsTheJob() throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Thread job = new Thread(() -> thrown.add(assertThrows(CancellationException.class, () -> Oraculum.improve(project, new ImproveListener() {
            @Override
            public void phaseStarted(Phase phase) {
                if (phase == Phase.TESTS) {
                    Thread.currentThread().interrupt();
                }
            }
        }))));
        job.start();
        job.join();
        assertEquals(1, thrown.size(), "the job was cancelled while tests ran");
    }

    @Test
    void aMissingClassIsAProjectException() {
        ImproveProject absent = ImproveProject.of(project.classPath(), project.tests(), "pkg.Absent#m");
        ProjectException e = assertThrows(ProjectException.class, () -> Oraculum.improve(absent, ImproveListener.NONE));
        assertTrue(e.getMessage().contains("pkg.Absent"), e.getMessage());
    }
}
