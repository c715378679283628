package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TemplateProgram;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.ObjectConstructionGraph;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.UnreachableBranchException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Construction graphs and seed templates of a class and of what is nested in it: its branches, and an engine that has its program. */
public final class ClassTemplates implements AutoCloseable {
    private final Engine engine;
    private final TypeFacts facts;
    private final List<Branch> branches = new ArrayList<>();

    private ClassTemplates(Engine engine, TypeFacts facts) {
        this.engine = engine;
        this.facts = facts;
        for (MethodGoals method : facts.goals()) {
            for (Point point : method.points()) {
                if (point.operation() != null) {
                    Integer line = point.line() > 0 ? point.line() : null;
                    branches.add(new Branch(method.className(), method.name(), method.descriptor(), point.operation(), line));
                }
            }
        }
    }

    /**
     * Reads the class and what it needs.
     *
     * @param target internal name
     * @throws IllegalArgumentException the class path does not have it, or it cannot be read
     */
    public static ClassTemplates of(ClassPath classPath, String target) {
        Engine engine = Engine.open(EngineOptions.inMemory());
        try {
            TypeFacts facts = TypeFacts.collect(classPath, target);
            TemplateProgram.collect(classPath, facts, engine::addClass);
            return new ClassTemplates(engine, facts);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    public TypeFacts facts() {
        return facts;
    }

    /** Method by method, in the order of the code; each has its operation. */
    public List<Branch> branches() {
        return branches;
    }

    /**
     * @throws IllegalArgumentException the class has no such branch, or several
     * @throws UnreachableBranchException no test gets there
     */
    public ObjectConstructionGraph graph(Branch branch, SeedSettings settings) {
        return ask(branch, one -> engine.constructionGraph(one, settings));
    }

    /**
     * @param seed not negative
     * @throws IllegalArgumentException the class has no such branch, or several
     * @throws UnreachableBranchException no test gets there
     */
    public SeedTemplate template(Branch branch, SeedSettings settings, long seed) {
        return ask(branch, one -> engine.seedTemplate(one, settings, seed));
    }

    /** What the engine answers; that no test gets to the branch is the only thing that it can refuse here. */
    private <T> T ask(Branch branch, Function<Branch, T> question) {
        Branch only = only(branch);
        try {
            return question.apply(Branch.ofOperation(only.className(), only.method(), only.descriptor(), only.operation()));
        } catch (IllegalArgumentException e) {
            throw new UnreachableBranchException(only, e.getMessage(), e);
        }
    }

    private Branch only(Branch asked) {
        String method = asked.className().replace('/', '.') + "." + asked.method() + asked.descriptor();
        List<Branch> all = branches.stream()
                .filter(b -> b.className().equals(asked.className()) && b.method().equals(asked.method())
                        && b.descriptor().equals(asked.descriptor()))
                .toList();
        List<Branch> fitting = all.stream()
                .filter(b -> (asked.operation() == null || asked.operation().equals(b.operation()))
                        && (asked.line() == null || asked.line().equals(b.line())))
                .toList();
        if (fitting.size() == 1) {
            return fitting.get(0);
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException(method + " has no branch, or there is no such method with code");
        }
        String choice = (fitting.isEmpty() ? all : fitting).stream()
                .map(b -> b.operation() + (b.line() == null ? "" : " (line " + b.line() + ")"))
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException("which branch of " + method + ": choose one of the operations " + choice);
    }

    @Override
    public void close() {
        engine.close();
    }
}
