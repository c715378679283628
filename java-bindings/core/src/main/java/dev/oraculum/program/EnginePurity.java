package dev.oraculum.program;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.Purity;
import dev.oraculum.facts.ResolvedMethod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The engine's answer, which asks back for the classes and the code that it needs (src/program/purity). */
public final class EnginePurity implements Purity {
    /** {@code subtypes}: what the answer before lacked. */
    private record Request(Collection<Call> calls, Call reaching, Map<String, List<String>> subtypes) {}

    /**
     * What the next request needs.
     *
     * @param classes names
     * @param subtypes names of classes whose subtypes are needed
     * @param code class, name and descriptor of each method
     */
    private record Lacks(List<String> classes, List<String> subtypes, List<List<String>> code) {}

    /** One of both is null. */
    private record Round(Lacks lacks, List<Answer> calls) {}

    @Override
    public Map<Call, Answer> of(ClassPath classPath, Collection<Call> calls, ResolvedMethod about) {
        Map<Call, Answer> answers = new LinkedHashMap<>();
        if (calls.isEmpty()) {
            return answers;
        }
        Call reaching = about == null ? null : new Call(about.owner(), about.name(), about.descriptor());
        Hierarchy hierarchy = new Hierarchy(classPath);
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            FactsOnDemand facts = new FactsOnDemand(classPath, engine::addClass);
            Map<String, List<String>> subtypes = Map.of();
            while (true) {
                Round round = engine.call("purity", new Request(calls, reaching, subtypes), Round.class);
                if (round.lacks() == null) {
                    int next = 0;
                    for (Call call : calls) {
                        answers.put(call, round.calls().get(next++));
                    }
                    return answers;
                }
                subtypes = add(round.lacks(), facts, hierarchy);
            }
        }
    }

    private record WritesRequest(Call call, boolean isStatic, Map<String, List<String>> subtypes) {}

    /** Both null: it may write anything. */
    private record WritesRound(Lacks lacks, Writes writes) {}

    @Override
    public Optional<Writes> writes(ClassPath classPath, ResolvedMethod method) {
        Call call = new Call(method.owner(), method.name(), method.descriptor());
        Hierarchy hierarchy = new Hierarchy(classPath);
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            FactsOnDemand facts = new FactsOnDemand(classPath, engine::addClass);
            Map<String, List<String>> subtypes = Map.of();
            while (true) {
                WritesRound round = engine.call("writes", new WritesRequest(call, method.isStatic(), subtypes), WritesRound.class);
                if (round.lacks() == null) {
                    return Optional.ofNullable(round.writes());
                }
                subtypes = add(round.lacks(), facts, hierarchy);
            }
        }
    }

    private static Map<String, List<String>> add(Lacks lacks, FactsOnDemand facts, Hierarchy hierarchy) {
        lacks.classes().forEach(facts::declare);
        Map<String, List<String>> subtypes = new TreeMap<>();
        for (String type : lacks.subtypes()) {
            List<String> names = List.copyOf(hierarchy.subtypes(type));
            names.forEach(facts::declare);
            subtypes.put(type, names);
        }
        Map<String, Set<String>> code = new TreeMap<>();
        for (List<String> method : lacks.code()) {
            code.computeIfAbsent(method.get(0), key -> new TreeSet<>()).add(method.get(1) + method.get(2));
        }
        code.forEach(facts::code);
        return subtypes;
    }
}
