package dev.oraculum.mutation;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Proves mutants of a class equivalent: the mutated method does what the original does, whatever it is given. Both are
 * {@linkplain Simplification simplified}, by rules that keep what code does, and compared ({@link SameBehaviour}). That a mutant is not
 * proved says nothing. After Baldwin and Sayward ("Heuristics for determining equivalence of program mutations", 1979), who took the
 * rules of compilers, and Papadakis, Jia, Harman and Le Traon (ICSE 2015), who compare what compilers make.
 *
 * <p>Left out of what code does: which line a stack trace has, how long it takes, and how much memory.
 */
public final class EquivalentMutants {
    /** Instructions, labels counted, of a method that is looked at. */
    private static final int MOST_INSTRUCTIONS = 5000;

    private final byte[] original;
    /** By name and parameters of a method that was asked for. */
    private final Map<String, CodeGraph> originals = new HashMap<>();

    /** @param original class file of the class that the mutants are of */
    public EquivalentMutants(byte[] original) {
        this.original = original.clone();
    }

    /** Whether a mutant of the class is proved to do what the class does. PIT changes the method that it names, and nothing else. */
    public boolean isProved(Mutant mutant) {
        CodeGraph before = originals.computeIfAbsent(mutant.method(), method -> simplified(original, method));
        CodeGraph after = before == null ? null : simplified(mutant.bytes(), mutant.method());
        return after != null && SameBehaviour.of(before.entry(), after.entry());
    }

    private static CodeGraph simplified(byte[] classFile, String wanted) {
        MethodNode method = MutatedMethod.find(classFile, wanted).orElse(null);
        CodeGraph graph = method == null || method.instructions.size() > MOST_INSTRUCTIONS ? null : CodeGraph.of(method);
        if (graph != null) {
            boolean receiver = (method.access & Opcodes.ACC_STATIC) == 0 && !method.name.equals("<init>") && !writesFirst(method);
            Simplification.apply(graph, new StackRules(new ClassReader(classFile).getClassName(), receiver));
        }
        return graph;
    }

    private static boolean writesFirst(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof VarInsnNode variable && variable.var == 0 && insn.getOpcode() >= Opcodes.ISTORE) {
                return true;
            }
        }
        return false;
    }
}
