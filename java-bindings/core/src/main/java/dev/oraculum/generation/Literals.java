package dev.oraculum.generation;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * The constants that code has, the seeds of a search (Fraser and Arcuri, "The Seed is Strong", ICST 2012), and the types that it asks for.
 */
final class Literals {
    /** Constants of a kind: tables of data have thousands, and drown those that decide something. */
    private static final int MAX = 1_000;
    /** Code units of a text. */
    private static final int MAX_TEXT = 1_000;

    private static final Map<String, String> PRIMITIVES = Map.of(
            "java/lang/Boolean", "Z", "java/lang/Byte", "B", "java/lang/Short", "S", "java/lang/Character", "C", "java/lang/Integer", "I",
            "java/lang/Long", "J", "java/lang/Float", "F", "java/lang/Double", "D");

    private final TreeSet<Integer> ints = new TreeSet<>();
    private final TreeSet<Long> longs = new TreeSet<>();
    private final TreeSet<Float> floats = new TreeSet<>();
    private final TreeSet<Double> doubles = new TreeSet<>();
    private final TreeSet<String> strings = new TreeSet<>();
    private final TreeSet<String> casts = new TreeSet<>();
    private final TreeSet<String> called = new TreeSet<>();
    private final TreeSet<String> collaborators = new TreeSet<>();
    private final TreeSet<String> classes = new TreeSet<>();
    private final CharsetEncoder unicode = StandardCharsets.UTF_8.newEncoder();

    Literals(Collection<byte[]> classFiles) {
        for (byte[] classFile : classFiles) {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
            if (node.superName != null) {
                collaborators.add(node.superName);
            }
            for (FieldNode field : node.fields) {
                constant(field.value);
            }
            for (MethodNode method : node.methods) {
                for (AbstractInsnNode insn : method.instructions) {
                    read(insn);
                }
                for (TryCatchBlockNode handler : method.tryCatchBlocks) {
                    if (handler.type != null) {
                        casts.add(handler.type);
                    }
                }
            }
        }
    }

    TypeFacts.Literals found() {
        List<String> floatTexts = floats.stream().limit(MAX).map(value -> Float.toString(value)).toList();
        List<String> doubleTexts = doubles.stream().limit(MAX).map(value -> Double.toString(value)).toList();
        return new TypeFacts.Literals(first(ints), first(longs), floatTexts, doubleTexts, first(strings));
    }

    private static <T> List<T> first(TreeSet<T> all) {
        return all.stream().limit(MAX).toList();
    }

    /** Types that the code casts to, tests with {@code instanceof} or catches. */
    List<String> casts() {
        return List.copyOf(casts);
    }

    /** Methods that the code calls on objects: names with descriptors. */
    List<String> called() {
        return List.copyOf(called);
    }

    /** Classes whose methods the code calls or inherits, its own among them. */
    List<String> collaborators() {
        return List.copyOf(collaborators);
    }

    /** Types whose class objects the code names: descriptors. */
    List<String> classes() {
        return first(classes);
    }

    private void read(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (insn instanceof LdcInsnNode load) {
            constant(load.cst);
        } else if (insn instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
            ints.add(push.operand);
        } else if (insn instanceof IincInsnNode increment) {
            ints.add(increment.incr);
        } else if (insn instanceof TableSwitchInsnNode table) {
            for (int i = 0; i < table.labels.size(); i++) {
                if (table.labels.get(i) != table.dflt) {
                    ints.add(table.min + i);
                }
            }
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            ints.addAll(lookup.keys);
        } else if (insn instanceof TypeInsnNode type && (opcode == Opcodes.CHECKCAST || opcode == Opcodes.INSTANCEOF)) {
            casts.add(type.desc);
        } else if (insn instanceof MethodInsnNode call) {
            collaborators.add(call.owner);
            if (opcode == Opcodes.INVOKEINTERFACE || opcode == Opcodes.INVOKEVIRTUAL) {
                called.add(call.name + call.desc);
            }
        } else if (insn instanceof FieldInsnNode field && field.name.equals("TYPE") && PRIMITIVES.containsKey(field.owner)) {
            // int.class, as the compiler says it.
            classes.add(PRIMITIVES.get(field.owner));
        } else if (insn instanceof InvokeDynamicInsnNode call && call.name.equals("makeConcatWithConstants")) {
            // The recipe of a concatenation: constant text between the places of its operands (StringConcatFactory).
            for (String part : ((String) call.bsmArgs[0]).split("[\1\2]")) {
                constant(part);
            }
        } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            ints.add(opcode - Opcodes.ICONST_0);
        } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            longs.add((long) (opcode - Opcodes.LCONST_0));
        } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            floats.add((float) (opcode - Opcodes.FCONST_0));
        } else if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            doubles.add((double) (opcode - Opcodes.DCONST_0));
        }
    }

    private void constant(Object value) {
        if (value instanceof Integer number) {
            ints.add(number);
        } else if (value instanceof Long number) {
            longs.add(number);
        } else if (value instanceof Float number) {
            floats.add(number);
        } else if (value instanceof Double number) {
            doubles.add(number);
        } else if (value instanceof String text && text.length() <= MAX_TEXT && unicode.canEncode(text)) {
            // A surrogate without its partner cannot be said in JSON.
            strings.add(text);
        } else if (value instanceof Type type && (type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY)) {
            classes.add(type.getDescriptor());
        }
    }
}
