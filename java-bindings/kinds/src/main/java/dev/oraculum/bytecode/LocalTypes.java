package dev.oraculum.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which local variable slots a return instruction may load, and as what.
 *
 * <p>The local variable table alone is no proof: a compiler may list a variable where only some paths have assigned it.
 * With stack map frames we follow the verifier's own single pass (JVMS 4.10.1), so what we load will verify; without them
 * (class files up to version 49, or 50 without frames) we infer the types as the old verifier does (JVMS 4.10.2).
 */
public final class LocalTypes {
    /** Class file version from which stack map frames are mandatory. */
    private static final int MANDATORY_FRAMES = Opcodes.V1_7;

    private LocalTypes() {}

    /**
     * For every reachable return instruction, the sort in each slot: {@code I}, {@code J}, {@code F}, {@code D} or {@code L},
     * 0 where nothing can be loaded (unassigned, second half of a long or double, uninitialized object).
     */
    public static Map<AbstractInsnNode, char[]> atReturns(int classVersion, String owner, MethodNode method)
            throws AnalyzerException {
        boolean hasFrames = false;
        for (AbstractInsnNode insn : method.instructions) {
            hasFrames |= insn instanceof FrameNode;
        }
        int major = classVersion & 0xffff;
        return major >= MANDATORY_FRAMES || hasFrames ? byFrames(method) : byInference(owner, method);
    }

    private static Map<AbstractInsnNode, char[]> byFrames(MethodNode method) {
        Map<AbstractInsnNode, char[]> result = new HashMap<>();
        char[] locals = atEntry(method);
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                locals = ofFrame(frame, method.maxLocals);
            } else if (insn instanceof VarInsnNode variable) {
                store(locals, variable);
            } else if (isReturn(insn)) {
                result.put(insn, locals.clone());
            }
        }
        return result;
    }

    private static char[] atEntry(MethodNode method) {
        char[] locals = new char[method.maxLocals];
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            locals[slot++] = 'L';
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            locals[slot] = sort(type);
            slot += type.getSize();
        }
        return locals;
    }

    private static char[] ofFrame(FrameNode frame, int maxLocals) {
        char[] locals = new char[maxLocals];
        int slot = 0;
        for (Object type : frame.local) {
            if (type instanceof String) {
                locals[slot] = 'L';
            } else if (type instanceof Integer code) {
                locals[slot] = switch (code) {
                    case 1 -> 'I'; // Opcodes.INTEGER and so on are boxed, hence no constants.
                    case 2 -> 'F';
                    case 3 -> 'D';
                    case 4 -> 'J';
                    case 5 -> 'L'; // NULL
                    case 6 -> 'L'; // UNINITIALIZED_THIS: initialized before any return, or the class does not verify
                    default -> 0; // TOP
                };
            }
            slot += isWide(type) ? 2 : 1;
        }
        return locals;
    }

    /** Whether a verification type of a frame takes two slots. */
    public static boolean isWide(Object verificationType) {
        return verificationType == Opcodes.LONG || verificationType == Opcodes.DOUBLE;
    }

    private static void store(char[] locals, VarInsnNode variable) {
        char sort = switch (variable.getOpcode()) {
            case Opcodes.ISTORE -> 'I';
            case Opcodes.LSTORE -> 'J';
            case Opcodes.FSTORE -> 'F';
            case Opcodes.DSTORE -> 'D';
            case Opcodes.ASTORE -> 'L';
            default -> 0;
        };
        if (sort == 0) {
            return;
        }
        int slot = variable.var;
        if (slot > 0 && (locals[slot - 1] == 'J' || locals[slot - 1] == 'D')) {
            locals[slot - 1] = 0;
        }
        locals[slot] = sort;
        if (sort == 'J' || sort == 'D') {
            locals[slot + 1] = 0;
        }
    }

    private static Map<AbstractInsnNode, char[]> byInference(String owner, MethodNode method) throws AnalyzerException {
        Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze(owner, method);
        Map<AbstractInsnNode, char[]> result = new HashMap<>();
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (isReturn(insn) && frames[i] != null) {
                char[] locals = new char[method.maxLocals];
                for (int slot = 0; slot < locals.length; slot++) {
                    Type type = frames[i].getLocal(slot).getType();
                    locals[slot] = type == null ? 0 : sort(type);
                }
                result.put(insn, locals);
            }
        }
        return result;
    }

    /** The return instructions, in bytecode order. */
    public static List<AbstractInsnNode> returns(MethodNode method) {
        List<AbstractInsnNode> returns = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (isReturn(insn)) {
                returns.add(insn);
            }
        }
        return returns;
    }

    private static boolean isReturn(AbstractInsnNode insn) {
        return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
    }

    /** How the JVM holds a value of that type: {@code I} for int and everything smaller, {@code L} for references. */
    public static char sort(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.SHORT, Type.CHAR, Type.INT -> 'I';
            case Type.LONG -> 'J';
            case Type.FLOAT -> 'F';
            case Type.DOUBLE -> 'D';
            case Type.VOID -> 'V';
            default -> 'L';
        };
    }
}
