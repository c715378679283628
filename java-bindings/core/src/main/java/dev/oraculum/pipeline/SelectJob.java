package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.select.Selection;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.internal.Json;
import dev.oraculum.program.ProgramFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * {@link dev.oraculum.api.Oraculum#select}: from class files to the variables worth asserting on. Nothing of the project is run but, where
 * the request says so, its tests, once.
 */
public final class SelectJob {
    private SelectJob() {}

    /** See {@link dev.oraculum.api.Oraculum#select}. */
    public static SelectReport select(Select request, JobListener listener) {
        Project project = request.project();
        JobClock clock = new JobClock(listener);
        List<Path> paths = ProjectRun.paths(project);
        try (ClassPath classPath = ClassPath.open(paths);
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            SelectFacts facts = clock.run(Phase.FACTS, () -> SelectFacts.of(request, classPath, engine), SelectFacts::describe);
            List<String> problems = new ArrayList<>(facts.program().problems());
            List<List<Integer>> executed = executed(request, facts, engine, clock, problems);
            Selection selection = clock.run(
                    Phase.SELECTION,
                    () -> engine.select(request.settings(), facts.testClasses(), executed, request.graph()),
                    found -> found.selected().size() + " of " + Text.count(found.data().size(), "variable"));
            ProgramFacts program = facts.program();
            problems.forEach(clock::note);
            List<String> testNames = facts.testClasses() == null ? null
                    : facts.testClasses().stream().map(name -> name.replace('/', '.')).toList();
            return new SelectReport(
                    Json.SCHEMA_VERSION, request.settings(), testNames, selection.figures(), choices(selection),
                    List.copyOf(program.missing()), List.copyOf(problems), clock.elapsed(), selection, clock.info(null, null));
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }

    /** Of each test the data that it defines, as places; null: not asked for, or no test could be run. */
    private static List<List<Integer>> executed(Select request, SelectFacts facts, Engine engine, JobClock clock, List<String> problems) {
        if (request.executed() == null && !request.weighsByTests()) {
            return null;
        }
        List<OracleDatum> data = data(request, facts, engine);
        if (request.executed() != null) {
            Map<OracleDatum, Integer> places = new HashMap<>();
            data.forEach(datum -> places.put(datum, places.size()));
            return request.executed().stream()
                    .map(test -> test.stream().map(places::get).filter(Objects::nonNull).sorted().toList())
                    .toList();
        }
        List<String> names = facts.testClasses().stream().map(name -> name.replace('/', '.')).toList();
        ExecutedData.Found found = request.recorded() != null ? ExecutedData.recorded(request, names, data)
                : clock.run(Phase.EXECUTION, () -> ExecutedData.of(request.project().withTestClasses(names), data),
                        run -> Text.count(run.tests().size(), "test"));
        problems.addAll(found.problems());
        return found.tests().isEmpty() ? null : found.tests();
    }

    /** All data that tests may reach: those among which the selection chooses. */
    static List<OracleDatum> data(Select request, SelectFacts facts, Engine engine) {
        return engine.select(request.settings().withCount(1), facts.testClasses(), false).data();
    }

    private static List<SelectReport.Choice> choices(Selection selection) {
        List<SelectReport.Choice> choices = new ArrayList<>();
        for (Selection.Selected selected : selection.selected()) {
            List<SelectReport.Observes> observes = selected.observes().stream()
                    .filter(o -> o.datum() != selected.datum())
                    .map(o -> new SelectReport.Observes(selection.data().get(o.datum()), o.capability()))
                    .toList();
            choices.add(new SelectReport.Choice(choices.size() + 1, selection.data().get(selected.datum()), selected.capability(),
                    selected.initial(), observes));
        }
        return choices;
    }
}
