package dev.oraculum.facts;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The grammar of descriptors and class names in class files (JVMS 4.2, 4.3); ASM reads what does not follow it until it fails somewhere.
 */
final class Descriptors {
    private static final int MAX_DIMENSIONS = 255;
    private static final int MAX_SLOTS = 255;

    private Descriptors() {}

    /** Whether a text is an internal name of a class: nothing that leads out of a folder or jar, either. */
    static boolean isClass(String name) {
        return isClass(name, 0, name.length());
    }

    /** @throws IllegalArgumentException it is no internal name of a class */
    static void requireClass(String name) {
        if (!isClass(name)) {
            throw new IllegalArgumentException("'" + name + "' is no name of a class");
        }
    }

    /** @throws IllegalArgumentException it is no name of a field, method or local variable; ASM gives null for one that is not there */
    static void requireName(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a name is missing");
        }
    }

    /** @throws IllegalArgumentException it is neither an internal name nor the descriptor of an array */
    static void requireClassOrArray(String name) {
        if (!name.startsWith("[")) {
            requireClass(name);
        } else {
            requireField(name);
        }
    }

    /** @throws IllegalArgumentException it is no descriptor of a field */
    static void requireField(String descriptor) {
        if (fieldEnd(descriptor, 0) != descriptor.length()) {
            throw new IllegalArgumentException("'" + descriptor + "' is no descriptor of a type");
        }
    }

    /** @throws IllegalArgumentException it is no descriptor of a method */
    static void requireMethod(String descriptor) {
        int at = descriptor.startsWith("(") ? 1 : -1;
        int slots = 0;
        while (at > 0 && at < descriptor.length() && descriptor.charAt(at) != ')') {
            slots += descriptor.charAt(at) == 'J' || descriptor.charAt(at) == 'D' ? 2 : 1;
            at = fieldEnd(descriptor, at);
        }
        boolean closed = at > 0 && at < descriptor.length() && slots <= MAX_SLOTS;
        if (!closed || !(descriptor.endsWith(")V") && at == descriptor.length() - 2)
                && fieldEnd(descriptor, at + 1) != descriptor.length()) {
            throw new IllegalArgumentException("'" + descriptor + "' is no descriptor of a method");
        }
    }

    /** @throws IllegalArgumentException a constant, or what it refers to, is none */
    static void requireConstant(Object constant) {
        if (constant == null) {
            throw new IllegalArgumentException("a constant is missing");
        }
        if (constant instanceof Type type) {
            if (type.getSort() == Type.METHOD) {
                requireMethod(type.getDescriptor());
            } else if (type.getSort() == Type.OBJECT) {
                requireClass(type.getInternalName());
            } else {
                requireField(type.getDescriptor());
            }
        } else if (constant instanceof Handle handle) {
            requireName(handle.getName());
            requireClassOrArray(handle.getOwner());
            if (handle.getTag() <= Opcodes.H_PUTSTATIC) {
                requireField(handle.getDesc());
            } else {
                requireMethod(handle.getDesc());
            }
        } else if (constant instanceof ConstantDynamic dynamic) {
            requireName(dynamic.getName());
            requireField(dynamic.getDescriptor());
            requireConstant(dynamic.getBootstrapMethod());
            for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                requireConstant(dynamic.getBootstrapMethodArgument(i));
            }
        }
    }

    /** The index after the type at an index; -1 if there is none. */
    private static int fieldEnd(String descriptor, int start) {
        int at = start;
        while (at >= 0 && at < descriptor.length() && descriptor.charAt(at) == '[') {
            at++;
        }
        if (at < 0 || at >= descriptor.length() || at - start > MAX_DIMENSIONS) {
            return -1;
        }
        if (descriptor.charAt(at) == 'L') {
            int end = descriptor.indexOf(';', at);
            return end > 0 && isClass(descriptor, at + 1, end) ? end + 1 : -1;
        }
        return "BCDFIJSZ".indexOf(descriptor.charAt(at)) >= 0 ? at + 1 : -1;
    }

    /** Parts that are not empty, between slashes, without the characters that descriptors are made of. */
    private static boolean isClass(String text, int start, int end) {
        boolean empty = true;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == '/' && empty || c == '.' || c == ';' || c == '[' || c == 0) {
                return false;
            }
            empty = c == '/';
        }
        return !empty;
    }
}
