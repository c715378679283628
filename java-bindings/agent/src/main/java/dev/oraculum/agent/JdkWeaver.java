package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the JDK's {@link ChokePoint}s ask their hooks. Only calls are added, at the entry of a method or before a call of it, and no
 * branch: so a loaded class keeps its shape, and frames stay as they are.
 */
final class JdkWeaver implements ClassFileTransformer {
    private static final Map<String, List<ChokePoint>> POINTS = ChokePoint.byClass();

    private final Consumer<String> notices;
    /** Purposes that are served; for tests. */
    private final Set<String> served = new ConcurrentSkipListSet<>();

    JdkWeaver(Consumer<String> notices) {
        this.notices = notices;
    }

    /** Weaves the classes that are loaded, and from now on those that load. */
    static JdkWeaver install(Instrumentation instrumentation, Consumer<String> notices) {
        JdkWeaver weaver = new JdkWeaver(notices);
        install(weaver, POINTS.keySet(), instrumentation,
                e -> notices.accept("the JDK cannot be woven, so mutants are not contained: " + e));
        return weaver;
    }

    /**
     * Weaves classes of the JDK that are loaded, and from now on those that load.
     *
     * @param names internal names
     * @param failed told if what is loaded cannot be woven
     */
    static void install(ClassFileTransformer weaver, Set<String> names, Instrumentation instrumentation, Consumer<Throwable> failed) {
        instrumentation.addTransformer(weaver, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() == null && names.contains(type.getName().replace('.', '/'))) {
                loaded.add(type);
            }
        }
        try {
            instrumentation.retransformClasses(loaded.toArray(Class<?>[]::new));
        } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
            failed.accept(e);
        }
    }

    /** Classes of the choke points, by binary name. */
    static Set<String> classes() {
        Set<String> names = new TreeSet<>();
        POINTS.keySet().forEach(name -> names.add(name.replace('/', '.')));
        return names;
    }

    /** What the choke points of this class are for and is not served, in the JVM as it is. */
    List<String> missing(String binaryName) {
        return POINTS.get(binaryName.replace('.', '/')).stream().map(ChokePoint::purpose).distinct()
                .filter(purpose -> !served.contains(purpose)).toList();
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        List<ChokePoint> points = loader == null && name != null ? POINTS.get(name) : null;
        if (points == null) {
            return null;
        }
        try {
            return weave(points, classFile);
        } catch (Throwable t) {
            notices.accept(name.replace('/', '.') + " cannot be woven, so what goes through it is not contained: " + t);
            return null;
        }
    }

    private byte[] weave(List<ChokePoint> points, byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        List<String> done = new ArrayList<>();
        for (MethodNode method : node.methods) {
            for (ChokePoint point : points) {
                if (method.name.equals(point.method()) && method.desc.equals(point.descriptor()) && weave(node, method, point)) {
                    done.add(point.purpose());
                }
            }
        }
        for (ChokePoint point : points) {
            if (!done.contains(point.purpose())) {
                notices.accept("this JDK has no " + point + ": what would go through it is not contained");
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        byte[] woven = writer.toByteArray();
        served.addAll(done);
        return woven;
    }

    private static boolean weave(ClassNode owner, MethodNode method, ChokePoint point) {
        if (method.instructions.size() == 0) {
            return false;
        }
        return point.before().isEmpty() ? weaveEntry(owner, method, point) : weaveCalls(method, point);
    }

    private static boolean weaveCalls(MethodNode method, ChokePoint point) {
        boolean found = false;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode call && point.before().equals(call.owner + "." + call.name)) {
                method.instructions.insertBefore(call, hook(point));
                found = true;
            }
        }
        return found;
    }

    private static boolean weaveEntry(ClassNode owner, MethodNode method, ChokePoint point) {
        InsnList code = new InsnList();
        Type[] expected = Type.getArgumentTypes(point.hookDescriptor());
        for (int i = 0; i < expected.length; i++) {
            load(code, owner, method, point.arguments().get(i), expected[i]);
        }
        code.add(hook(point));
        if (!point.replaced().isEmpty()) {
            Type type = type(owner, method, point.replaced());
            if (!type.equals(Type.getReturnType(point.hookDescriptor()))) {
                code.add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
            }
            code.add(new VarInsnNode(Opcodes.ASTORE, slot(method, point.replaced())));
        } else if (Type.getReturnType(point.hookDescriptor()).getSort() != Type.VOID) {
            code.add(new InsnNode(Opcodes.POP));
        }
        method.instructions.insert(code);
        return true;
    }

    private static MethodInsnNode hook(ChokePoint point) {
        int dot = point.hook().lastIndexOf('.');
        return new MethodInsnNode(Opcodes.INVOKESTATIC, point.hook().substring(0, dot), point.hook().substring(dot + 1),
                point.hookDescriptor(), false);
    }

    /** @param argument as {@link ChokePoint#arguments} writes them; a text begins with a quote */
    private static void load(InsnList code, ClassNode owner, MethodNode method, String argument, Type expected) {
        if (argument.startsWith("\"")) {
            code.add(new LdcInsnNode(argument.substring(1)));
            return;
        }
        int dot = argument.indexOf('.');
        String whole = dot < 0 ? argument : argument.substring(0, dot);
        Type type = type(owner, method, whole);
        code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot(method, whole)));
        if (dot >= 0) {
            // Fields of a superclass are found by the subclass's name as well.
            String descriptor = expected.getDescriptor().equals("Ljava/nio/file/Path;") ? "Lsun/nio/fs/UnixPath;"
                    : expected.getDescriptor();
            code.add(new FieldInsnNode(Opcodes.GETFIELD, type.getInternalName(), argument.substring(dot + 1), descriptor));
        }
    }

    private static Type type(ClassNode owner, MethodNode method, String argument) {
        return argument.equals("this") ? Type.getObjectType(owner.name) : Type.getArgumentTypes(method.desc)[Integer.parseInt(argument)];
    }

    private static int slot(MethodNode method, String argument) {
        if (argument.equals("this")) {
            return 0;
        }
        int slot = Bytecode.isStatic(method) ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < Integer.parseInt(argument); i++) {
            slot += types[i].getSize();
        }
        return slot;
    }
}
