package dev.oraculum.api.program;

import java.util.List;

/**
 * Who may call whom. Methods are {@code pkg/Class.name(descriptor)}.
 *
 * @param reachable all methods that may be executed; the rest refers to their places in this list
 * @param edges pairs of caller and callee
 * @param calledBack methods that code outside may call: entries, and what overrides a library's method or is given to a library as a lambda
 */
public record CallGraph(List<String> reachable, List<List<Integer>> edges, List<Integer> calledBack) {}
