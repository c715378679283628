package dev.oraculum.bytecode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * The normal exits of a method and the variables that can be read at each. The planner asks it of the original class, the
 * weaver of the class it weaves, a mutant for example.
 */
public final class MethodExits {
    /**
     * A return instruction that can be reached.
     *
     * @param ordinal number among all return instructions, from 0
     * @param line source line, -1 without line numbers
     * @param ordinalInLine number among the return instructions of that line
     * @param locals the variables of the local variable table that are in scope and assigned on every path, parameters
     *     included, by slot
     */
    public record Exit(int ordinal, int line, int ordinalInLine, List<Local> locals) {}

    /** A named variable in a slot. */
    public record Local(String name, String descriptor, int slot) {}

    /** An exit with what the weaver needs of it: the instruction, and what {@link LocalTypes} says of its slots. */
    public record Site(Exit exit, AbstractInsnNode instruction, char[] slots) {}

    private MethodExits() {}

    /**
     * The reachable normal exits of a method, in bytecode order; empty if the class file has no such method or no code for
     * it.
     *
     * @throws IllegalArgumentException if the class file cannot be analysed
     */
    public static List<Exit> of(byte[] classFile, String methodName, String descriptor) {
        ClassNode node = read(classFile);
        Optional<MethodNode> method = node.methods.stream()
                .filter(m -> m.name.equals(methodName) && m.desc.equals(descriptor))
                .findFirst();
        return method.map(m -> sites(node, m).stream().map(Site::exit).toList()).orElse(List.of());
    }

    /** Whether the method uses subroutines (jsr/ret, class files before version 51): such code is never woven. */
    public static boolean hasSubroutines(byte[] classFile, String methodName, String descriptor) {
        return read(classFile).methods.stream()
                .filter(m -> m.name.equals(methodName) && m.desc.equals(descriptor))
                .anyMatch(Bytecode::hasSubroutines);
    }

    /** How many return instructions the method has, unreachable ones included. */
    public static int returnInstructions(byte[] classFile, String methodName, String descriptor) {
        return read(classFile).methods.stream()
                .filter(m -> m.name.equals(methodName) && m.desc.equals(descriptor))
                .mapToInt(m -> LocalTypes.returns(m).size())
                .sum();
    }

    private static ClassNode read(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    public static List<Site> sites(ClassNode owner, MethodNode method) {
        if (method.instructions.size() == 0) {
            return List.of();
        }
        Map<AbstractInsnNode, char[]> slots;
        try {
            slots = LocalTypes.atReturns(owner.version, owner.name, method);
        } catch (AnalyzerException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "cannot analyse " + owner.name + "." + method.name + method.desc + ": " + e.getMessage(), e);
        }
        Map<AbstractInsnNode, Integer> lines = lines(method);
        Map<Integer, Integer> seenInLine = new HashMap<>();
        List<Site> sites = new ArrayList<>();
        List<AbstractInsnNode> returns = LocalTypes.returns(method);
        for (int ordinal = 0; ordinal < returns.size(); ordinal++) {
            AbstractInsnNode insn = returns.get(ordinal);
            int line = lines.get(insn);
            int ordinalInLine = seenInLine.merge(line, 1, Integer::sum) - 1;
            char[] types = slots.get(insn);
            if (types != null) {
                Exit exit = new Exit(ordinal, line, ordinalInLine, locals(method, insn, types));
                sites.add(new Site(exit, insn, types));
            }
        }
        return sites;
    }

    private static Map<AbstractInsnNode, Integer> lines(MethodNode method) {
        Map<AbstractInsnNode, Integer> lines = new HashMap<>();
        int line = -1;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                line = number.line;
            }
            lines.put(insn, line);
        }
        return lines;
    }

    private static List<Local> locals(MethodNode method, AbstractInsnNode exit, char[] types) {
        if (method.localVariables == null) {
            return List.of();
        }
        int at = method.instructions.indexOf(exit);
        List<Local> locals = new ArrayList<>();
        for (LocalVariableNode variable : method.localVariables) {
            boolean inScope = method.instructions.indexOf(variable.start) <= at
                    && at < method.instructions.indexOf(variable.end);
            if (inScope
                    && variable.index < types.length
                    && types[variable.index] == LocalTypes.sort(Type.getType(variable.desc))) {
                locals.add(new Local(variable.name, variable.desc, variable.index));
            }
        }
        locals.sort(Comparator.comparingInt(Local::slot));
        return locals;
    }
}
