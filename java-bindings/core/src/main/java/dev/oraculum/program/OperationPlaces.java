package dev.oraculum.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Where the numbered operations of a class's methods are in its class file. */
public final class OperationPlaces {
    private final Map<String, int[]> instructions = new HashMap<>();
    private final Map<String, List<Integer>> branches = new HashMap<>();

    private OperationPlaces() {}

    /** @throws RuntimeException it is no class file of a known version */
    public static OperationPlaces of(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        OperationPlaces places = new OperationPlaces();
        for (MethodNode method : type.methods) {
            if (method.instructions.size() > 0) {
                places.instructions.put(method.name + method.desc, instructions(method));
                places.branches.put(method.name + method.desc, branches(method));
            }
        }
        return places;
    }

    private static int[] instructions(MethodNode method) {
        int parameters = Type.getArgumentTypes(method.desc).length;
        OperationNumbers numbers = new OperationNumbers(method, parameters);
        int[] places = new int[numbers.total()];
        for (int i = 0; i < parameters; i++) {
            places[i] = i;
        }
        int instruction = -1;
        for (AbstractInsnNode insn : method.instructions) {
            instruction += insn.getOpcode() < 0 ? 0 : 1;
            for (int i = 0; i < numbers.count(insn); i++) {
                places[numbers.first(insn) + i] = instruction;
            }
        }
        return places;
    }

    private static List<Integer> branches(MethodNode method) {
        OperationNumbers numbers = new OperationNumbers(method, Type.getArgumentTypes(method.desc).length);
        List<Integer> branches = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            boolean jumps = insn instanceof JumpInsnNode && insn.getOpcode() != Opcodes.GOTO && insn.getOpcode() != Opcodes.JSR;
            if (jumps || insn instanceof TableSwitchInsnNode || insn instanceof LookupSwitchInsnNode) {
                branches.add(numbers.first(insn));
            }
        }
        return branches;
    }

    /**
     * The operations of a method that branch: conditional jumps and switches, in the order of the code, those that cannot be reached
     * included; empty if the class has no such method with code.
     */
    public List<Integer> branches(String method, String descriptor) {
        return branches.getOrDefault(method + descriptor, List.of());
    }

    /**
     * The instruction of each operation of a method.
     *
     * @return by operation: the number of its instruction among those of the method (labels, lines and frames not counted), of a parameter
     *     its index; null if the class has no such method with code
     */
    public int[] of(String method, String descriptor) {
        return instructions.get(method + descriptor);
    }
}
