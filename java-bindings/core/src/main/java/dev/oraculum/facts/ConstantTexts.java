package dev.oraculum.facts;

import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;

/** The texts in the constant pool of a class file: names, descriptors, signatures, and texts of the code (JVMS 4.4.7). */
public final class ConstantTexts {
    private static final int CONSTANT_UTF8 = 1;

    private ConstantTexts() {}

    /** Whether one of them passes a test; those after it are not asked. */
    public static boolean any(byte[] classFile, Predicate<String> test) {
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_UTF8 && test.test(utf8(reader, offset, buffer))) {
                return true;
            }
        }
        return false;
    }

    /** Modified UTF-8; of a damaged text what can be read. */
    private static String utf8(ClassReader reader, int offset, char[] buffer) {
        int length = reader.readUnsignedShort(offset);
        char[] chars = length > buffer.length ? new char[length] : buffer;
        int count = 0;
        for (int i = 0; i < length; i++) {
            int b = reader.readByte(offset + 2 + i);
            if ((b & 0x80) == 0) {
                chars[count++] = (char) b;
            } else if ((b & 0xE0) == 0xC0 && i + 1 < length) {
                chars[count++] = (char) ((b & 0x1F) << 6 | reader.readByte(offset + 2 + ++i) & 0x3F);
            } else if (i + 2 < length) {
                int second = reader.readByte(offset + 2 + ++i) & 0x3F;
                chars[count++] = (char) ((b & 0x0F) << 12 | second << 6 | reader.readByte(offset + 2 + ++i) & 0x3F);
            }
        }
        return new String(chars, 0, count);
    }
}
