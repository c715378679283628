package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.api.Engine;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Report;
import dev.oraculum.api.Request;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.Progress;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.oracle.RecordReport;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The public Java API from a Java program: the example of its documentation, listeners, cancel, errors. */
class ApiEndToEndTest {
    @TempDir
    static Path folder;

    /** As a user's program asks. */
    private static Improve documented;
    /** The same with fewer generated tests: each phase runs, and what they find is not the point. */
    private static Improve request;
    private static final StateSettings FEW_TESTS = StateSettings.DEFAULT.with("generatedTests", 100).with("assessorTests", 500);

    /**
     * How a job went.
     *
     * @param phases that it finished, in order
     * @param advanced the counts that it told of
     */
    private record Done(List<Phase> phases, List<Integer> advanced, Object result) {
        Report report() {
            return result instanceof ImproveResult improved ? improved.report() : (Report) result;
        }
    }

    /** By request. */
    private static final Map<Request<?>, Done> ALONE = new HashMap<>();

    /** How a job goes to which nobody else listens: run once for all cases. */
    private static Done alone(Request<?> job) {
        Done known = ALONE.get(job);
        if (known == null) {
            List<Phase> phases = new ArrayList<>();
            List<Integer> advanced = new ArrayList<>();
            Object result = job.run(new JobListener() {
                @Override
                public void phaseFinished(String subject, Phase phase, Duration elapsed, String outcome) {
                    phases.add(phase);
                }

                @Override
                public void advanced(String subject, Phase phase, int finished, int total, String what) {
                    advanced.add(finished);
                }
            });
            known = new Done(phases, advanced, result);
            ALONE.put(job, known);
        }
        return known;
    }

    @BeforeAll
    static void compile() throws Exception {
        TestProject basics = TestProject.compile("basics", folder);
        documented = Improve.of(Project.of(List.of(basics.classes()), ClassPath.split(basics.tests())), "pkg.Calc#min(int,int)");
        request = documented.withStates(FEW_TESTS);
    }

    @Test
    void theExampleOfTheDocumentation() {
        Improve seeded = documented.withSearch(ImproveRequest.defaults().withSeed(1));
        ImproveReport report = Oraculum.improve(seeded, JobListener.NONE).report();
        assertNotNull(report.improved().java());
        assertEquals(0, report.improved().fp());
    }

    @Test
    @SameOnEveryJdk
    void aListenerHearsOfEveryPhaseInOrder() {
        Done job = alone(request);
        List<Integer> done = job.advanced();
        assertEquals(request.phases(), job.phases());
        assertEquals(((ImproveReport) job.report()).evidence().mutants().total(), done.size());
        assertEquals(done.size(), done.get(done.size() - 1));
    }

    @Test
    void aListenerEndsTheSearchWithTheBestSoFar() {
        JobListener impatient = new JobListener() {
            @Override
            public boolean searching(String subject, Progress progress) {
                return false;
            }
        };
        ImproveResult result = Oraculum.improve(request.withSearch(ImproveRequest.defaults().withEngine(SearchEngine.COEVOLUTION)
                .withProgressMillis(1)), impatient);
        assertEquals(StopReason.CANCELLED, result.report().stopReason());
        assertEquals(0, result.improvement().best().fp());
    }

    @Test
    void anInterruptCancelsTheJob() throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Thread job = new Thread(() -> thrown.add(assertThrows(CancellationException.class,
                () -> Oraculum.improve(request, new JobListener() {
            @Override
            public void phaseStarted(String subject, Phase phase, String detail) {
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
        Improve absent = request.withMethod("pkg.Absent#m");
        ProjectException e = assertThrows(ProjectException.class, () -> Oraculum.improve(absent, JobListener.NONE));
        assertTrue(e.getMessage().contains("pkg.Absent"), e.getMessage());
    }

    /** Made once: requests are values, and some need what other jobs give. */
    private static List<Request<?>> everyJob;

    private static List<Request<?>> everyJob() throws IOException {
        if (everyJob != null) {
            return everyJob;
        }
        Project project = request.project();
        Select select = Select.of(project);
        RecordOracle recording = RecordOracle.of(select, (SelectReport) alone(select).result());
        Path oracle = Files.writeString(
                folder.resolve("oracle.json"), ((RecordReport) alone(recording).result()).oracle().toJson());
        everyJob = List.of(
                request,
                ImproveAll.of(project, MethodSelection.ofMethod("pkg.Calc#min(int,int)")),
                Infer.of(project, MethodSelection.ofMethod("pkg.Calc#min(int,int)")),
                Rank.of(project, "pkg.Calc", project.tests()),
                select,
                recording,
                Check.of(project, oracle));
        return everyJob;
    }

    /** A report as JSON, but for times. */
    private static String withoutTimes(Object result) {
        Report report = result instanceof ImproveResult improved ? improved.report() : (Report) result;
        return report.toJson().replaceAll("[0-9]+\\.[0-9]+", "0.0").replaceAll("\"seconds\" : [0-9]+", "");
    }

    /** One listener, one kind of report and one way to run, whatever the job. */
    @Test
    @SameOnEveryJdk
    void everyJobTellsItsPhasesAndReportsHowItWent() throws Exception {
        for (Request<?> job : everyJob()) {
            List<Phase> phases = alone(job).phases();
            assertTrue(!phases.isEmpty() && job.phases().containsAll(phases), job + " " + phases);
            Report report = alone(job).report();
            assertTrue(report.run().seconds().containsKey("total"), job.toString());
            assertEquals(Engine.info().version(), report.run().version());
            assertEquals(job instanceof Select, report.run().jvm() == null, job.toString());
            assertFalse(report.toJson().contains("\"run\""), "not part of the JSON");
        }
    }

    /** From whatever job, an interrupt of its thread comes back as a cancellation, and what it was asked for can be asked for again. */
    @Test
    void anInterruptCancelsEveryJob() throws Exception {
        for (Request<?> job : everyJob()) {
            List<Throwable> thrown = new ArrayList<>();
            Thread thread = new Thread(() -> {
                try {
                    job.run(new JobListener() {
                        @Override
                        public void phaseStarted(String subject, Phase phase, String detail) {
                            Thread.currentThread().interrupt();
                        }
                    });
                    thrown.add(new AssertionError("it goes on"));
                } catch (CancellationException e) {
                    thrown.add(e);
                } catch (Throwable e) {
                    thrown.add(new AssertionError(e));
                }
            });
            thread.start();
            thread.join();
            assertEquals(CancellationException.class, thrown.get(0).getClass(), job + ": " + thrown.get(0));
        }
    }

    /** Jobs of several threads do not touch each other: each answers as it does alone. */
    @Test
    void jobsOfSeveralThreadsAnswerAsAlone() throws Exception {
        List<Request<?>> jobs = new ArrayList<>(List.of(request.withSearch(ImproveRequest.defaults().withSeed(2))));
        everyJob().stream().filter(job -> job instanceof Improve || job instanceof Infer || job instanceof Select).forEach(jobs::add);
        assertEquals(4, jobs.size());
        List<String> alone = jobs.stream().map(job -> withoutTimes(alone(job).result())).toList();
        List<CompletableFuture<String>> together = jobs.stream()
                .map(job -> CompletableFuture.supplyAsync(() -> withoutTimes(job.run(JobListener.NONE)), task -> new Thread(task).start()))
                .toList();
        for (int i = 0; i < jobs.size(); i++) {
            assertEquals(alone.get(i), together.get(i).get(), jobs.get(i).toString());
        }
    }

    /** An evidence file belongs to one job at a time; the other one is told. */
    @Test
    @SameOnEveryJdk
    void aSecondJobOnTheSameEvidenceIsRefused() {
        Improve kept = request.withEvidence(folder.resolve("shared.db"));
        List<Throwable> second = new ArrayList<>();
        Oraculum.improve(kept, new JobListener() {
            @Override
            public void phaseStarted(String subject, Phase phase, String detail) {
                if (phase.equals(Phase.SEARCH)) {
                    second.add(assertThrows(RuntimeException.class, () -> Oraculum.improve(kept.withResume(true), JobListener.NONE)));
                }
            }
        });
        assertTrue(second.get(0).getMessage().contains("in use"), second.get(0).toString());
    }
}
