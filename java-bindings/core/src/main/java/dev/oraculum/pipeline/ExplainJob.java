package dev.oraculum.pipeline;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.seed.Explain;
import dev.oraculum.api.seed.ExplainReport;
import dev.oraculum.api.seed.ExplainReport.Explained;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.generation.TemplateText;
import dev.oraculum.internal.Json;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.UnreachableBranchException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** {@link dev.oraculum.api.Oraculum#explain}: what the branches of a line look at, and the templates that build it. */
public final class ExplainJob {
    private ExplainJob() {}

    /** See {@link dev.oraculum.api.Oraculum#explain}. */
    public static ExplainReport explain(Explain request, JobListener listener) {
        JobClock clock = new JobClock(listener);
        String[] parts = request.branch().split("[#:]");
        int line = Integer.parseInt(parts[2]);
        try (ClassPath classPath = ClassPath.open(ProjectRun.paths(request.project()))) {
            Hierarchy hierarchy = new Hierarchy(classPath);
            String target = ClassUnderTest.internalName(classPath, parts[0]);
            try (ClassTemplates templates = clock.run(
                    Phase.FACTS, () -> ClassTemplates.of(classPath, target), read -> Text.count(read.facts().types().size(), "type"))) {
                List<Branch> all = templates.branches().stream().filter(branch -> branch.method().equals(parts[1])).toList();
                List<Explained> branches = all.stream()
                        .filter(branch -> branch.line() != null && branch.line() == line)
                        .map(branch -> explain(templates, hierarchy, request, branch))
                        .toList();
                if (branches.isEmpty()) {
                    String others = all.stream().map(Branch::line).filter(Objects::nonNull).sorted().distinct().map(String::valueOf)
                            .collect(Collectors.joining(", "));
                    throw new ProjectException(all.isEmpty()
                            ? parts[0] + " has no method " + parts[1] + " with a branch"
                            : parts[0] + "#" + parts[1] + " has no branch in line " + line + "; it has some in lines " + others);
                }
                return new ExplainReport(Json.SCHEMA_VERSION, request.branch(), branches, clock.info(null, request.seed()));
            }
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }

    private static Explained explain(ClassTemplates templates, Hierarchy hierarchy, Explain request, Branch branch) {
        String name = branch.className().replace('/', '.') + "." + branch.method() + branch.descriptor();
        try {
            SeedTemplate template = templates.template(branch, request.settings().seed(), request.seed());
            return new Explained(name, branch.operation(), template, TemplateText.readable(hierarchy, template), null);
        } catch (UnreachableBranchException e) {
            return new Explained(name, branch.operation(), null, List.of(), e.getMessage());
        }
    }
}
