package dev.oraculum.api.select;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The substitution graph around a selection, in Graphviz's language. Edges lead from what is observed to what observes it. */
final class SubstitutionPicture {
    private SubstitutionPicture() {}

    static String of(Selection selection) {
        if (selection.chains() == null) {
            throw new IllegalStateException("the graph was not asked for: SelectProject.withGraph(true)");
        }
        Map<Integer, Integer> ranks = new HashMap<>();
        selection.selected().forEach(s -> ranks.put(s.datum(), ranks.size() + 1));
        List<Selection.Chain> chains = selection.chains().stream()
                .filter(c -> ranks.containsKey(c.observer()) || ranks.containsKey(c.observed()))
                .filter(c -> Math.max(c.observer(), c.observed()) < selection.data().size())
                .toList();
        SortedSet<Integer> shown = new TreeSet<>(ranks.keySet());
        chains.forEach(c -> {
            shown.add(c.observer());
            shown.add(c.observed());
        });
        StringBuilder dot = new StringBuilder("digraph substitution {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n");
        for (int datum : shown) {
            OracleDatum d = selection.data().get(datum);
            Integer rank = ranks.get(datum);
            dot.append("  n").append(datum).append(" [label=\"");
            dot.append(rank == null ? "" : rank + ". ").append(escape(d.variable())).append("\\n").append(escape(d.place())).append('"');
            dot.append(rank == null ? "" : ", style=filled, fillcolor=lightblue").append("];\n");
        }
        for (Selection.Chain chain : chains) {
            dot.append("  n").append(chain.observed()).append(" -> n").append(chain.observer());
            dot.append(chain.probability() == 1 ? "" : String.format(Locale.ROOT, " [label=\"%.3g\"]", chain.probability())).append(";\n");
        }
        return dot.append("}\n").toString();
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
