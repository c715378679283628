package dev.oraculum.mutation;

import dev.oraculum.runtime.ActiveMutant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Class files that have many mutants of a class at once (<em>mutant schemata</em>: Untch, Offutt and Harrold, ISSTA 1993): a mutated method
 * has the code of the original and that of each of its mutants, and runs that of the {@link ActiveMutant}. So a JVM takes in a class file
 * once for many mutants, and keeps what it has compiled of it. To take in a class file takes longer than to run a few tests.
 *
 * <p>The class has the same members as the original.
 */
public final class MutantSchemata {
    /** Bytes of the code of a method, about. A method may have 64 KiB, when it has been instrumented, too. */
    private static final int MOST_OF_A_METHOD = 16_000;
    /** Bytes of code that a class file has more than the original, about. */
    private static final int MOST_OF_A_CLASS = 400_000;

    private MutantSchemata() {}

    /**
     * A class file with several mutants.
     *
     * @param number tells it from others of the class, from 0
     */
    public record Schema(int number, byte[] classFile) {}

    /**
     * A mutant in a schema.
     *
     * @param number of the {@link ActiveMutant} that it is
     */
    public record Place(Schema schema, int number) {}

    /** Mutants that come into one class file, by what their methods are called. */
    private static final class Chunk {
        final Map<String, Integer> sizes = new HashMap<>();
        final Map<String, List<Integer>> mutants = new LinkedHashMap<>();
        int size;

        boolean hasRoom(String method, int original, int own) {
            return sizes.getOrDefault(method, original) + own <= MOST_OF_A_METHOD && size + own <= MOST_OF_A_CLASS;
        }

        void add(int mutant, String method, int original, int own) {
            sizes.merge(method, original + own, (before, first) -> before + own);
            size += own;
            mutants.computeIfAbsent(method, name -> new ArrayList<>()).add(mutant);
        }
    }

    /**
     * Puts mutants of a class into as few class files as they fit in.
     *
     * @param original class file of the class
     * @return by place in the list; empty of a mutant that fits in none: its method is too large, or not to be found
     */
    public static List<Optional<Place>> of(byte[] original, List<Mutant> mutants) {
        Map<String, Optional<MethodNode>> originals = new HashMap<>();
        List<MethodNode> mutated = new ArrayList<>();
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < mutants.size(); i++) {
            Mutant mutant = mutants.get(i);
            String method = mutant.method();
            Optional<MethodNode> before = originals.computeIfAbsent(method, name -> MutatedMethod.whole(original, name));
            Optional<MethodNode> after = before.isEmpty() ? before : MutatedMethod.whole(mutant.bytes(), method);
            mutated.add(after.orElse(null));
            if (after.isEmpty()) {
                continue;
            }
            int size = size(before.get());
            int own = size(after.get());
            int number = i;
            chunks.stream().filter(chunk -> chunk.hasRoom(method, size, own)).findFirst().or(() -> {
                Chunk next = new Chunk();
                return next.hasRoom(method, size, own) ? Optional.of(next).filter(chunks::add) : Optional.empty();
            }).ifPresent(chunk -> chunk.add(number, method, size, own));
        }
        List<Optional<Place>> places = new ArrayList<>(mutants.stream().map(mutant -> Optional.<Place>empty()).toList());
        for (int at = 0; at < chunks.size(); at++) {
            write(original, at, chunks.get(at), mutated, places);
        }
        return places;
    }

    private static int size(MethodNode method) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.accept(size);
        return size.getMaxSize();
    }

    private static void write(byte[] original, int number, Chunk chunk, List<MethodNode> mutated, List<Optional<Place>> places) {
        ClassNode node = new ClassNode();
        new ClassReader(original).accept(node, ClassReader.EXPAND_FRAMES);
        Map<Integer, Integer> numbers = new LinkedHashMap<>();
        for (MethodNode method : node.methods) {
            boolean bridge = (method.access & Opcodes.ACC_BRIDGE) != 0;
            List<Integer> own = bridge ? null : chunk.mutants.get(MutatedMethod.text(method.name, method.desc));
            if (own != null) {
                int first = numbers.size() + 1;
                own.forEach(mutant -> numbers.put(mutant, numbers.size() + 1));
                putTogether(node, method, first, own.stream().map(mutated::get).toList());
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        try {
            node.accept(writer);
            Schema schema = new Schema(number, writer.toByteArray());
            numbers.forEach((mutant, active) -> places.set(mutant, Optional.of(new Place(schema, active))));
        } catch (ClassTooLargeException | MethodTooLargeException e) {
            // As large as a class may be without them: they stay in class files of their own.
        }
    }

    /** @param first number of the first of its mutants; those of the others follow */
    private static void putTogether(ClassNode owner, MethodNode method, int first, List<MethodNode> mutants) {
        LabelNode own = new LabelNode();
        LabelNode[] others = mutants.stream().map(mutant -> new LabelNode()).toArray(LabelNode[]::new);
        InsnList code = new InsnList();
        code.add(new FieldInsnNode(Opcodes.GETSTATIC, Type.getInternalName(ActiveMutant.class), "number", "I"));
        code.add(new TableSwitchInsnNode(first, first + others.length - 1, own, others));
        begin(code, own, owner, method);
        code.add(method.instructions);
        for (int i = 0; i < others.length; i++) {
            begin(code, others[i], owner, method);
            MethodNode mutant = mutants.get(i);
            code.add(mutant.instructions);
            method.tryCatchBlocks.addAll(mutant.tryCatchBlocks);
            // What the JVM says of a null names them, so that their names may come into what a test sees.
            if (mutant.localVariables != null) {
                method.localVariables.addAll(mutant.localVariables);
            }
        }
        method.instructions = code;
        // Annotations of variables would be of the original's code, and say nothing of that of the mutants.
        method.visibleLocalVariableAnnotations = null;
        method.invisibleLocalVariableAnnotations = null;
    }

    /** Where the switch leads: with the variables that a method begins with. */
    private static void begin(InsnList code, LabelNode label, ClassNode owner, MethodNode method) {
        code.add(label);
        if ((owner.version & 0xFFFF) >= Opcodes.V1_6) {
            Object[] variables = variables(owner.name, method);
            code.add(new FrameNode(Opcodes.F_NEW, variables.length, variables, 0, new Object[0]));
            // The code may begin with a frame of its own.
            code.add(new InsnNode(Opcodes.NOP));
        }
    }

    private static Object[] variables(String owner, MethodNode method) {
        List<Object> variables = new ArrayList<>();
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            variables.add(method.name.equals("<init>") ? Opcodes.UNINITIALIZED_THIS : owner);
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            variables.add(switch (type.getSort()) {
                case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
                case Type.FLOAT -> Opcodes.FLOAT;
                case Type.LONG -> Opcodes.LONG;
                case Type.DOUBLE -> Opcodes.DOUBLE;
                default -> type.getInternalName();
            });
        }
        return variables.toArray();
    }
}
