package dev.oraculum.execution;

import dev.oraculum.facts.ConstantTexts;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;

/** What the choice of tests needs to know of a class file. */
public final class ClassFiles {
    private static final int CONSTANT_CLASS = 7;
    private static final int CONSTANT_METHOD = 10;
    private static final int CONSTANT_INTERFACE_METHOD = 11;

    private ClassFiles() {}

    /** Internal name of the superclass; null for {@code java/lang/Object}. */
    public static String superName(byte[] classFile) {
        return new ClassReader(classFile).getSuperName();
    }

    /**
     * Whether the constant pool mentions a class whose internal name starts with the given text (or a member of that
     * name): as a class, inside a descriptor or in an annotation.
     */
    public static boolean mentions(byte[] classFile, String start) {
        return ConstantTexts.any(classFile, text -> text.startsWith(start) || text.contains("L" + start));
    }

    /** Whether the constant pool refers to the class of that internal name. */
    static boolean refersTo(byte[] classFile, String internalName) {
        String inDescriptor = "L" + internalName + ";";
        return ConstantTexts.any(classFile, text -> text.equals(internalName) || text.contains(inDescriptor));
    }

    /** Internal names of the classes that the constant pool names as classes. */
    static List<String> classesOf(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        List<String> names = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_CLASS) {
                names.add(reader.readUTF8(offset, buffer));
            }
        }
        return names;
    }

    /** Whether the constant pool refers to a method of that name, of whatever class; to a constructor only as one of {@code owner}. */
    static boolean callsMethod(byte[] classFile, String owner, String method) {
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            int tag = offset > 0 ? reader.readByte(offset - 1) : 0;
            if (tag == CONSTANT_METHOD || tag == CONSTANT_INTERFACE_METHOD) {
                int nameAndType = reader.getItem(reader.readUnsignedShort(offset + 2));
                if (method.equals(reader.readUTF8(nameAndType, buffer))
                        && (!method.equals("<init>") || owner.equals(reader.readClass(offset, buffer)))) {
                    return true;
                }
            }
        }
        return false;
    }
}
