package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.Probes;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;

/**
 * Puts a probe before whatever allocates by a length: array instructions, and calls of the JDK that make an array as long as their last
 * argument says. Large ones take ticks, so that a test that reads a length from its data and allocates gigabytes is ended by a count, not
 * by the size of the heap. What grows by small pieces, and copies ({@code clone}), takes no more ticks than other calls.
 */
final class AllocationProbes {
    /** Bits of a reference; longer ones, in heaps beyond 32 GB, count as these. */
    private static final int REFERENCE = Integer.SIZE;

    /** Constructors by class, with the bits that an element of what they allocate takes; their last parameter is the length. */
    private static final Map<String, Integer> CONSTRUCTORS = Map.ofEntries(
            Map.entry("java/util/ArrayList", REFERENCE), Map.entry("java/util/ArrayDeque", REFERENCE),
            Map.entry("java/util/Vector", REFERENCE), Map.entry("java/util/PriorityQueue", REFERENCE),
            Map.entry("java/util/HashMap", REFERENCE), Map.entry("java/util/LinkedHashMap", REFERENCE),
            Map.entry("java/util/HashSet", REFERENCE), Map.entry("java/util/LinkedHashSet", REFERENCE),
            Map.entry("java/util/Hashtable", REFERENCE), Map.entry("java/util/IdentityHashMap", 2 * REFERENCE),
            Map.entry("java/util/concurrent/ConcurrentHashMap", REFERENCE),
            Map.entry("java/util/concurrent/ArrayBlockingQueue", REFERENCE),
            Map.entry("java/util/BitSet", 1),
            Map.entry("java/lang/StringBuilder", Byte.SIZE), Map.entry("java/lang/StringBuffer", Byte.SIZE),
            Map.entry("java/io/StringWriter", Byte.SIZE), Map.entry("java/io/ByteArrayOutputStream", Byte.SIZE),
            Map.entry("java/io/CharArrayWriter", Character.SIZE), Map.entry("java/io/BufferedInputStream", Byte.SIZE),
            Map.entry("java/io/BufferedOutputStream", Byte.SIZE), Map.entry("java/io/BufferedReader", Character.SIZE),
            Map.entry("java/io/BufferedWriter", Character.SIZE), Map.entry("java/io/PushbackInputStream", Byte.SIZE),
            Map.entry("java/io/PushbackReader", Character.SIZE));

    /** Methods by class and name, likewise. */
    private static final Map<String, Integer> METHODS = Map.ofEntries(
            Map.entry("java/nio/ByteBuffer.allocate", Byte.SIZE), Map.entry("java/nio/ByteBuffer.allocateDirect", Byte.SIZE),
            Map.entry("java/nio/CharBuffer.allocate", Character.SIZE), Map.entry("java/nio/ShortBuffer.allocate", Short.SIZE),
            Map.entry("java/nio/IntBuffer.allocate", Integer.SIZE), Map.entry("java/nio/LongBuffer.allocate", Long.SIZE),
            Map.entry("java/nio/FloatBuffer.allocate", Float.SIZE), Map.entry("java/nio/DoubleBuffer.allocate", Double.SIZE),
            Map.entry("java/lang/reflect/Array.newInstance", REFERENCE), Map.entry("java/lang/String.repeat", Byte.SIZE),
            Map.entry("java/lang/StringBuilder.setLength", Byte.SIZE), Map.entry("java/lang/StringBuilder.ensureCapacity", Byte.SIZE),
            Map.entry("java/lang/StringBuffer.setLength", Byte.SIZE), Map.entry("java/lang/StringBuffer.ensureCapacity", Byte.SIZE),
            Map.entry("java/util/ArrayList.ensureCapacity", REFERENCE), Map.entry("java/util/Vector.ensureCapacity", REFERENCE),
            Map.entry("java/util/Vector.setSize", REFERENCE));

    private AllocationProbes() {}

    static void weave(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MultiANewArrayInsnNode several && several.dims > 1) {
                // Of three dimensions the first does not count: no instruction copies three values.
                insertBefore(method, insn, Opcodes.DUP2, bits(Type.getType(several.desc.substring(several.dims))), "(III)V");
            } else {
                int bits = bitsOfElement(insn);
                if (bits > 0 && !takesNoTick(insn.getPrevious(), bits)) {
                    insertBefore(method, insn, Opcodes.DUP, bits, "(II)V");
                }
            }
        }
    }

    private static void insertBefore(MethodNode method, AbstractInsnNode insn, int copy, int bits, String descriptor) {
        InsnList code = new InsnList();
        code.add(new InsnNode(copy));
        code.add(Bytecode.push(bits));
        code.add(Bytecode.probe("allocation", descriptor));
        method.instructions.insertBefore(insn, code);
    }

    /** 0: nothing whose length lies on top of the stack is allocated. */
    private static int bitsOfElement(AbstractInsnNode insn) {
        switch (insn.getOpcode()) {
            case Opcodes.ANEWARRAY:
                return REFERENCE;
            case Opcodes.NEWARRAY:
                return bits(((IntInsnNode) insn).operand);
            default:
                return insn instanceof MethodInsnNode call ? bitsOfElement(call) : 0;
        }
    }

    private static int bitsOfElement(MethodInsnNode call) {
        if (!call.desc.contains("I)")) {
            return 0;
        }
        Type[] parameters = Type.getArgumentTypes(call.desc);
        if (parameters[parameters.length - 1] != Type.INT_TYPE) {
            return 0;
        }
        if (call.name.equals("<init>")) {
            return CONSTRUCTORS.getOrDefault(call.owner, 0);
        }
        if (call.owner.equals("java/util/Arrays") && call.name.equals("copyOf")) {
            return bits(parameters[0].getElementType());
        }
        return METHODS.getOrDefault(call.owner + "." + call.name, 0);
    }

    /** Whether the length is a constant and the array so short that the probe would take nothing. */
    private static boolean takesNoTick(AbstractInsnNode length, int bits) {
        Integer constant = length == null ? null : constant(length);
        return constant != null && Probes.ticksOfAllocation(constant, bits) == 0;
    }

    private static Integer constant(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return opcode - Opcodes.ICONST_0;
        }
        if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
            return ((IntInsnNode) insn).operand;
        }
        return insn instanceof LdcInsnNode load && load.cst instanceof Integer number ? number : null;
    }

    /** @param operand of NEWARRAY (JVMS 6.5) */
    private static int bits(int operand) {
        return switch (operand) {
            case Opcodes.T_BOOLEAN, Opcodes.T_BYTE -> Byte.SIZE;
            case Opcodes.T_CHAR, Opcodes.T_SHORT -> Short.SIZE;
            case Opcodes.T_INT, Opcodes.T_FLOAT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private static int bits(Type element) {
        return switch (element.getSort()) {
            case Type.BOOLEAN, Type.BYTE -> Byte.SIZE;
            case Type.CHAR, Type.SHORT -> Short.SIZE;
            case Type.LONG, Type.DOUBLE -> Long.SIZE;
            default -> Integer.SIZE;
        };
    }
}
