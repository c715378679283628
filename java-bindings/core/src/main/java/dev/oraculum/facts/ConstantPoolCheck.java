package dev.oraculum.facts;

import org.objectweb.asm.ClassReader;

/**
 * Checks that the constants of a class file refer to constants of the right kind (JVMS 4.4); ASM looks only at those that something uses.
 */
final class ConstantPoolCheck {
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;

    private final ClassReader reader;

    private ConstantPoolCheck(ClassReader reader) {
        this.reader = reader;
    }

    /** @throws RuntimeException one does not */
    static void of(ClassReader reader) {
        ConstantPoolCheck check = new ConstantPoolCheck(reader);
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0) {
                check.constant(i, reader.readByte(offset - 1), offset);
            }
        }
    }

    private void constant(int index, int tag, int offset) {
        switch (tag) {
            case CLASS, STRING -> require(index, reader.readUnsignedShort(offset), UTF8);
            case FIELD, METHOD, INTERFACE_METHOD -> {
                require(index, reader.readUnsignedShort(offset), CLASS);
                require(index, reader.readUnsignedShort(offset + 2), NAME_AND_TYPE);
            }
            case NAME_AND_TYPE -> {
                require(index, reader.readUnsignedShort(offset), UTF8);
                require(index, reader.readUnsignedShort(offset + 2), UTF8);
            }
            default -> { }
        }
    }

    private void require(int from, int index, int tag) {
        int offset = index > 0 && index < reader.getItemCount() ? reader.getItem(index) : 0;
        if (offset == 0 || reader.readByte(offset - 1) != tag) {
            throw new IllegalArgumentException("constant " + from + " refers to constant " + index + ", which is of another kind");
        }
    }
}
