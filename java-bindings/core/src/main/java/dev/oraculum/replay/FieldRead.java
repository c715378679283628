package dev.oraculum.replay;

import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * A public field, read after the call that defines it.
 *
 * @param object number of the object that has it
 * @param owner internal name of the class that declares it
 * @param value as text (docs/formats.md, "Values as text")
 */
record FieldRead(int object, String owner, String name, String descriptor, String value) {
    /** The value as a Java expression to compare with; empty: it has no literal. */
    Optional<String> literal() {
        return switch (Type.getType(descriptor).getSort()) {
            case Type.BOOLEAN, Type.CHAR, Type.INT -> Optional.of(value);
            case Type.BYTE -> Optional.of("(byte) " + value);
            case Type.SHORT -> Optional.of("(short) " + value);
            case Type.LONG -> Optional.of(JavaText.primitive('J', Long.parseLong(value)));
            case Type.FLOAT -> Optional.of("(Object) " + JavaText.boxed('F', Float.floatToIntBits(Float.parseFloat(value))));
            case Type.DOUBLE -> Optional.of("(Object) " + JavaText.boxed('D', Double.doubleToLongBits(Double.parseDouble(value))));
            default -> value.equals("null") || value.startsWith("\"") && value.endsWith("\"") ? Optional.of(value) : Optional.empty();
        };
    }
}
