package dev.oraculum.generation;

import dev.oraculum.generation.Declarations.Declaration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/**
 * Classes of whose methods some are called by serialization only: tests reach them by copies of their objects, for which they need the
 * streams of the JDK (the engine's {@code generation::copies} makes the copies).
 */
final class Serialization {
    /** What a copy is made with. */
    static final List<String> STREAMS = List.of(
            "java/io/ByteArrayInputStream", "java/io/ByteArrayOutputStream", "java/io/ObjectInputStream", "java/io/ObjectOutputStream");
    /** Names with descriptors (Java Object Serialization Specification, 1.10). */
    private static final Set<String> HOOKS = Set.of(
            "writeObject(Ljava/io/ObjectOutputStream;)V", "readObject(Ljava/io/ObjectInputStream;)V", "writeReplace()Ljava/lang/Object;",
            "readResolve()Ljava/lang/Object;");

    private Serialization() {}

    /** Whether one of some classes is serializable, and has code of its own for that. */
    static boolean hasHooks(Declarations declarations, Collection<String> classes) {
        return classes.stream().flatMap(name -> declarations.find(name).stream()).anyMatch(type -> hasHooks(declarations, type));
    }

    private static boolean hasHooks(Declarations declarations, Declaration type) {
        return type.node().methods.stream().anyMatch(Serialization::isHook)
                && declarations.supertypes(type.name()).contains("java/io/Serializable");
    }

    private static boolean isHook(MethodNode method) {
        return HOOKS.contains(method.name + method.desc);
    }
}
