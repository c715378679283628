package dev.oraculum.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The control flow graph of a method, and what its operands are computed from: blocks of reachable instructions in the order of the
 * code, after an empty one that stands for the entry.
 *
 * @param frames by instruction; null where it cannot be reached
 */
record ControlFlow(List<Block> blocks, Frame<Sources>[] frames) {
    /** How control comes into a block. */
    enum Entry {
        NORMAL,
        /** It is the handler of exceptions of some type. */
        CATCH,
        /** It is the handler of every exception: of a {@code finally}, or of the end of a {@code synchronized} block. */
        CATCH_ANY
    }

    /**
     * Instructions that are executed one after the other.
     *
     * @param begin the first instruction
     * @param end the instruction after the last
     * @param successors blocks, ascending
     * @param handlers blocks that an exception in this one may lead to, ascending
     */
    record Block(int begin, int end, Entry entry, SortedSet<Integer> successors, SortedSet<Integer> handlers) {}

    static ControlFlow of(String owner, MethodNode method, OperationNumbers numbers) throws AnalyzerException {
        Edges edges = new Edges(new SourcesInterpreter(numbers), method.instructions.size());
        Frame<Sources>[] frames = edges.analyze(owner, method);
        return new ControlFlow(blocks(method, frames, edges), frames);
    }

    /** Remembers where control goes from each instruction. */
    private static final class Edges extends Analyzer<Sources> {
        private final List<SortedSet<Integer>> successors = new ArrayList<>();
        private final List<SortedSet<Integer>> handlers = new ArrayList<>();
        private MethodNode method;

        Edges(SourcesInterpreter interpreter, int instructions) {
            super(interpreter);
            for (int i = 0; i < instructions; i++) {
                successors.add(new TreeSet<>());
                handlers.add(new TreeSet<>());
            }
        }

        @Override
        protected void init(String owner, MethodNode analysed) {
            method = analysed;
        }

        @Override
        protected void newControlFlowEdge(int from, int to) {
            successors.get(from).add(to);
        }

        @Override
        protected boolean newControlFlowExceptionEdge(int from, TryCatchBlockNode handler) {
            handlers.get(from).add(method.instructions.indexOf(handler.handler));
            return true;
        }
    }

    private static List<Block> blocks(MethodNode method, Frame<Sources>[] frames, Edges edges) {
        boolean[] leader = leaders(method, edges);
        Map<Integer, Entry> handlers = new HashMap<>();
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            handlers.merge(method.instructions.indexOf(handler.handler), handler.type == null ? Entry.CATCH_ANY : Entry.CATCH,
                    (a, b) -> a == b ? a : Entry.CATCH);
        }
        int[] blockAt = new int[frames.length];
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block(0, 0, Entry.NORMAL, new TreeSet<>(List.of(1)), new TreeSet<>()));
        for (int begin = 0; begin < frames.length; ) {
            int end = begin + 1;
            while (end < frames.length && !leader[end] && frames[end] != null) {
                end++;
            }
            if (frames[begin] != null) {
                for (int i = begin; i < end; i++) {
                    blockAt[i] = blocks.size();
                }
                blocks.add(new Block(begin, end, handlers.getOrDefault(begin, Entry.NORMAL), new TreeSet<>(), new TreeSet<>()));
            }
            begin = end;
        }
        for (Block block : blocks.subList(1, blocks.size())) {
            edges.successors.get(block.end() - 1).forEach(to -> block.successors().add(blockAt[to]));
            for (int i = block.begin(); i < block.end(); i++) {
                edges.handlers.get(i).forEach(to -> block.handlers().add(blockAt[to]));
            }
        }
        return blocks;
    }

    /**
     * Instructions that begin a block: where control comes from elsewhere, after control went elsewhere, and where a protected range begins
     * or ends.
     */
    private static boolean[] leaders(MethodNode method, Edges edges) {
        boolean[] leader = new boolean[method.instructions.size() + 1];
        leader[0] = true;
        for (int i = 0; i < edges.successors.size(); i++) {
            SortedSet<Integer> next = edges.successors.get(i);
            boolean falls = next.size() == 1 && next.first() == i + 1;
            if (!falls) {
                leader[i + 1] = true;
                next.forEach(to -> leader[to] = true);
            }
        }
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            for (LabelNode label : List.of(handler.start, handler.end, handler.handler)) {
                leader[method.instructions.indexOf(label)] = true;
            }
        }
        return leader;
    }
}
