package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.seed.Branch;
import dev.oraculum.api.seed.Explain;
import dev.oraculum.api.seed.ExplainReport;
import dev.oraculum.api.seed.ExplainReport.Explained;
import dev.oraculum.api.seed.SeedTemplate;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.generation.TemplateProgram;
import dev.oraculum.generation.TemplateText;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.internal.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@link dev.oraculum.api.Oraculum#explain}: what the branches of a line look at, and the templates that build it. */
public final class ExplainJob {
    private ExplainJob() {}

    /** See {@link dev.oraculum.api.Oraculum#explain}. */
    public static ExplainReport explain(Explain request, JobListener listener) {
        JobClock clock = new JobClock(listener);
        String[] parts = request.branch().split("[#:]");
        int line = Integer.parseInt(parts[2]);
        try (ClassPath classPath = ClassPath.open(ProjectRun.paths(request.project()));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            String target = ClassUnderTest.internalName(classPath, parts[0]);
            TypeFacts facts = clock.run(Phase.FACTS, () -> {
                TypeFacts found = TypeFacts.collect(classPath, target);
                TemplateProgram.collect(classPath, found, engine::addClass);
                return found;
            }, found -> Text.count(found.types().size(), "type"));
            List<Explained> branches = new ArrayList<>();
            TreeSet<Integer> lines = new TreeSet<>();
            for (MethodGoals method : facts.goals()) {
                if (!method.name().equals(parts[1])) {
                    continue;
                }
                for (Point point : method.points()) {
                    if (point.operation() != null) {
                        lines.add(point.line());
                    }
                    if (point.operation() != null && point.line() == line) {
                        branches.add(explain(engine, request, method, point));
                    }
                }
            }
            if (branches.isEmpty()) {
                String others = lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
                throw new ProjectException(lines.isEmpty()
                        ? parts[0] + " has no method " + parts[1] + " with a branch"
                        : parts[0] + "#" + parts[1] + " has no branch in line " + line + "; it has some in lines " + others);
            }
            return new ExplainReport(Json.SCHEMA_VERSION, request.branch(), branches, clock.info(null, request.seed()));
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }

    private static Explained explain(Engine engine, Explain request, MethodGoals method, Point point) {
        String name = method.className().replace('/', '.') + "." + method.name() + method.descriptor();
        Branch branch = Branch.ofOperation(method.className(), method.name(), method.descriptor(), point.operation());
        try {
            SeedTemplate template = engine.seedTemplate(branch, request.settings().seed(), request.seed());
            return new Explained(name, point.operation(), template, TemplateText.of(template), null);
        } catch (IllegalArgumentException e) {
            return new Explained(name, point.operation(), null, List.of(), e.getMessage());
        }
    }
}
