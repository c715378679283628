package dev.oraculum.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Writes the record of one class. */
final class ClassFacts {
    /** What is known of a method's code, as it is written. */
    private static final int NO_CODE = 0;
    private static final int CODE = 1;
    private static final int UNKNOWN_CODE = 2;
    /** A record of {@link #MORE_CODE} brings it. */
    private static final int LATER = 3;
    /** In place of a role: the record brings code of a class that has its record. */
    private static final int MORE_CODE = 3;

    private ClassFacts() {}

    /**
     * The record of a class.
     *
     * @param role what the class is to the analysis
     * @param problems where to add what could not be analysed, a line each
     */
    static byte[] of(ClassNode type, Role role, Collection<String> problems) {
        FactsWriter out = head(type, role);
        out.number(type.fields.size());
        for (FieldNode field : type.fields) {
            out.text(field.name);
            out.text(field.desc);
            out.number(field.access);
        }
        boolean debugTables = type.methods.stream().anyMatch(method -> method.localVariables != null && !method.localVariables.isEmpty());
        out.number(type.methods.size());
        for (MethodNode method : type.methods) {
            out.text(method.name);
            out.text(method.desc);
            out.number(method.access);
            code(type, method, role, debugTables, out, problems);
        }
        return out.toBytes();
    }

    private static FactsWriter head(ClassNode type, Role role) {
        FactsWriter out = new FactsWriter();
        out.text(type.name);
        out.number(role.ordinal());
        out.number(access(type));
        out.optional(type.superName);
        out.number(type.interfaces.size());
        type.interfaces.forEach(out::text);
        out.optional(type.sourceFile);
        return out;
    }

    /** The record of a class without its fields, and with its code left out for now. */
    static byte[] declarations(ClassReader reader, Role role) {
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        FactsWriter out = head(type, role);
        out.number(0);
        out.number(type.methods.size());
        for (MethodNode method : type.methods) {
            out.text(method.name);
            out.text(method.desc);
            out.number(method.access);
            out.number(hasCode(method) ? LATER : NO_CODE);
        }
        return out.toBytes();
    }

    private static boolean hasCode(MethodNode method) {
        return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
    }

    /**
     * The record that brings code of a class whose {@link #declarations} left it out, without names of variables and lines. It is for
     * questions that a wrong answer harms: code of which facts do not say all that it does is unknown.
     */
    static byte[] code(String className, Collection<MethodNode> methods) {
        FactsWriter out = new FactsWriter();
        out.text(className);
        out.number(MORE_CODE);
        out.number(methods.size());
        for (MethodNode method : methods) {
            out.text(method.name);
            out.text(method.desc);
            FactsWriter code = out.part();
            boolean known = isTransparent(method) && MethodFacts.write(className, method, false, code) == null;
            out.number(known ? CODE : UNKNOWN_CODE);
            if (known) {
                out.append(code);
            }
        }
        return out.toBytes();
    }

    private static boolean isTransparent(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof InvokeDynamicInsnNode dynamic && !Bootstraps.isTransparent(dynamic)) {
                return false;
            }
        }
        return true;
    }

    private static void code(ClassNode type, MethodNode method, Role role, boolean debugTables, FactsWriter out,
            Collection<String> problems) {
        if (role == Role.LIBRARY || !hasCode(method)) {
            out.number(NO_CODE);
            return;
        }
        FactsWriter code = out.part();
        String problem = MethodFacts.write(type.name, method, debugTables, code);
        if (problem == null) {
            out.number(CODE);
            out.append(code);
        } else {
            out.number(UNKNOWN_CODE);
            problems.add("method " + type.name.replace('/', '.') + "#" + method.name + method.desc + " " + problem);
        }
    }

    /** As the source has them: of a nested class, those of its own entry among the inner classes. */
    private static int access(ClassNode type) {
        return type.innerClasses.stream()
                .filter(inner -> inner.name.equals(type.name))
                .findFirst()
                .map((InnerClassNode inner) -> inner.access)
                .orElse(type.access);
    }

    static ClassNode read(byte[] classFile, Role role) {
        ClassNode type = new ClassNode();
        int code = role == Role.LIBRARY ? ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG : 0;
        new ClassReader(classFile).accept(type, code | ClassReader.SKIP_FRAMES);
        if (role == Role.LIBRARY) {
            // What of a library is not seen from outside takes no part in calls.
            type.fields.removeIf(field -> true);
            type.methods.removeIf(method -> (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) != 0
                    || method.name.startsWith("<"));
        }
        return type;
    }

    /** Superclass and interfaces. */
    static List<String> supertypes(ClassNode type) {
        List<String> all = new ArrayList<>(type.interfaces);
        if (type.superName != null) {
            all.add(type.superName);
        }
        return all;
    }
}
