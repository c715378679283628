package dev.oraculum.spi;

import java.util.List;

/**
 * The object construction graph of a branch: which fields and elements of a method's inputs it looks at, and how to get to them (EvoObj,
 * section 3.1). Its edges are the parents of its nodes.
 *
 * @param entry {@code pkg/Class.name(descriptor)} of the method that a test calls: the branch's own, or one that leads to it
 * @param operation number of the branch's operation
 * @param line of the branch; 0: unknown
 * @param nodes each behind its parents
 * @param truncated whether a bound left something out
 * @param dot the graph for Graphviz
 */
public record ObjectConstructionGraph(String entry, int operation, int line, List<Node> nodes, boolean truncated, String dot) {
    public ObjectConstructionGraph {
        nodes = List.copyOf(nodes);
    }

    /**
     * An access path, by its last step.
     *
     * @param label of the parameter, field or method; {@code []} for an element
     * @param of {@code pkg/Class.name} of a field, {@code pkg/Class.name(descriptor)} of a method that is called; else null
     * @param parents numbers of nodes, the object or container first, then what says which element; of a call all arguments
     * @param leaf whether no other node is built from it
     * @param line where the code first goes there; 0: unknown
     */
    public record Node(Kind kind, String label, String of, List<Integer> parents, boolean leaf, int line) {
        public Node {
            parents = List.copyOf(parents);
        }
    }

    /** What a node is. */
    public enum Kind {
        /** The object that the entry is called of. */
        RECEIVER,
        /** A parameter of the entry. */
        PARAMETER,
        /** A static field. */
        GLOBAL,
        /** A field of the parent. */
        FIELD,
        /** An element of an array or collection. */
        ELEMENT,
        /** What a method returns whose code is not known. */
        CALL
    }
}
