package dev.oraculum.pipeline;

import dev.oraculum.api.Project;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.recording.DataRun;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which data a project's tests define, by one run of them. */
final class ExecutedData {
    /**
     * What was found.
     *
     * @param tests of each test that passes, the data that it defines, as places, ascending
     * @param problems why there is nothing, or less than there could be, a line each
     */
    record Found(List<List<Integer>> tests, List<String> problems) {}

    private ExecutedData() {}

    /** @param project with the test classes to run */
    static Found of(Project project, List<OracleDatum> data) {
        Jvm jvm = ProjectRun.jvm(project);
        List<Path> paths = ProjectRun.paths(project);
        DataPlanner.Planned planned;
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            planned = DataPlanner.plan(classPath, data, 0);
        }
        Duration limit = project.testTimeout() == null ? RecordOracle.DEFAULT_TEST_TIMEOUT : project.testTimeout();
        ExecutionSettings settings = ProjectRun.settings(
                project.withTestTimeout(null), jvm, paths, project.testClasses(), planned.plan().toBytes());
        try {
            return found(DataRun.once(settings, limit), hint(project));
        } catch (CannotRunException e) {
            String problem = "the tests cannot be run, so variables are weighed by what these may reach: " + e.getMessage();
            return new Found(List.of(), List.of(problem));
        }
    }

    /** By what a test run of the build has recorded. */
    static Found recorded(Select request, List<String> testClasses, List<OracleDatum> data) {
        return found(RecordedValues.executed(request, testClasses, data), "");
    }

    private static Found found(DataRun run, String hint) {
        List<List<Integer>> tests = new ArrayList<>();
        run.tests().values().stream()
                .filter(test -> test.first().outcome() == TestOutcome.PASSED)
                .forEach(test -> tests.add(List.copyOf(test.cold().keySet())));
        List<String> problems = new ArrayList<>(run.problems());
        run.notLoadable().forEach(line -> problems.add("test class not loadable: " + line));
        run.stopped().forEach(stopped -> problems.add("test left out: " + stopped.test().name() + " " + stopped.sentence()));
        if (tests.isEmpty()) {
            problems.add("no test passes, so variables are weighed by what tests may reach" + hint);
        }
        return new Found(tests, problems);
    }

    private static String hint(Project project) {
        String withheld = WorkerPool.withheldHint(project.workers());
        return withheld.isEmpty() ? "" : " (" + withheld + ")";
    }
}
