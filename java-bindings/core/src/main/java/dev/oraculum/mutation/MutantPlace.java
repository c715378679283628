package dev.oraculum.mutation;

import java.util.List;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Where a mutant differs from its class.
 *
 * @param instruction the first that differs, in the code of the original method, counted without labels, line numbers and frames
 */
public record MutantPlace(String method, String descriptor, int instruction) {
    /**
     * Looks for the first instruction that differs.
     *
     * @param original class file of the class that the mutant is of
     * @return empty: where it jumps is all that differs, or the method cannot be told from another
     */
    public static Optional<MutantPlace> of(byte[] original, Mutant mutant) {
        Optional<MethodNode> before = MutatedMethod.find(original, mutant.method());
        Optional<MethodNode> after = MutatedMethod.find(mutant.bytes(), mutant.method());
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        List<AbstractInsnNode> code = MutatedMethod.instructions(before.get());
        List<AbstractInsnNode> mutated = MutatedMethod.instructions(after.get());
        int at = 0;
        while (at < code.size() && at < mutated.size() && MutatedMethod.alike(code.get(at), mutated.get(at))) {
            at++;
        }
        return at == code.size() ? Optional.empty() : Optional.of(new MutantPlace(before.get().name, before.get().desc, at));
    }
}
