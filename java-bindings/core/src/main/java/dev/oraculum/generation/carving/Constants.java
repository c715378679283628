package dev.oraculum.generation.carving;

import org.objectweb.asm.Opcodes;

/** What instructions compute from constants. */
final class Constants {
    private Constants() {}

    /** Null: it is not computed here. */
    static Object unary(int opcode, Object value) {
        if (!(value instanceof Number || value instanceof Character || value instanceof Boolean)) {
            return null;
        }
        Number number = number(value);
        return switch (opcode) {
            case Opcodes.INEG -> -number.intValue();
            case Opcodes.LNEG -> -number.longValue();
            case Opcodes.FNEG -> -number.floatValue();
            case Opcodes.DNEG -> -number.doubleValue();
            case Opcodes.I2B -> (byte) number.intValue();
            case Opcodes.I2C -> (char) number.intValue();
            case Opcodes.I2S -> (short) number.intValue();
            case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I -> number.intValue();
            case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> number.longValue();
            case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> number.floatValue();
            case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> number.doubleValue();
            default -> null;
        };
    }

    /** Null: it is not computed here. */
    static Object binary(int opcode, Object left, Object right) {
        if (left == null || right == null || left instanceof String || right instanceof String) {
            return null;
        }
        if (!(left instanceof Number || left instanceof Character || left instanceof Boolean)) {
            return null;
        }
        Number a = number(left);
        Number b = number(right);
        return switch (opcode) {
            case Opcodes.IADD -> a.intValue() + b.intValue();
            case Opcodes.ISUB -> a.intValue() - b.intValue();
            case Opcodes.IMUL -> a.intValue() * b.intValue();
            case Opcodes.LADD -> a.longValue() + b.longValue();
            case Opcodes.LSUB -> a.longValue() - b.longValue();
            case Opcodes.LMUL -> a.longValue() * b.longValue();
            case Opcodes.DADD -> a.doubleValue() + b.doubleValue();
            case Opcodes.DSUB -> a.doubleValue() - b.doubleValue();
            case Opcodes.DMUL -> a.doubleValue() * b.doubleValue();
            case Opcodes.DDIV -> a.doubleValue() / b.doubleValue();
            default -> null;
        };
    }

    private static Number number(Object value) {
        if (value instanceof Character unit) {
            return (int) unit;
        }
        return value instanceof Boolean truth ? (Number) (truth ? 1 : 0) : (Number) value;
    }

    /** The constant as a value of a primitive type; null: it is none. */
    static Statement as(char type, Object constant) {
        boolean plain = constant instanceof Number || constant instanceof Character || constant instanceof Boolean;
        if (!plain) {
            return null;
        }
        Number number = number(constant);
        String descriptor = String.valueOf(type);
        return switch (type) {
            case 'Z' -> new Statement.Whole(descriptor, number.intValue() == 0 ? 0 : 1);
            case 'B', 'S', 'C', 'I' -> new Statement.Whole(descriptor, number.intValue());
            case 'J' -> new Statement.Whole(descriptor, number.longValue());
            case 'F' -> new Statement.Real(descriptor, Float.toString(number.floatValue()));
            case 'D' -> new Statement.Real(descriptor, Double.toString(number.doubleValue()));
            default -> null;
        };
    }

    /** The letter of the primitive type that a box is of. */
    static char letter(Object box) {
        if (box instanceof Integer) {
            return 'I';
        }
        if (box instanceof Long) {
            return 'J';
        }
        if (box instanceof Double) {
            return 'D';
        }
        if (box instanceof Float) {
            return 'F';
        }
        if (box instanceof Boolean) {
            return 'Z';
        }
        if (box instanceof Character) {
            return 'C';
        }
        return box instanceof Byte ? 'B' : 'S';
    }

    /** A constant of an int's size as the box of another such type. */
    static Object boxed(String boxName, Object constant) {
        if (!(constant instanceof Integer number)) {
            return constant;
        }
        return switch (boxName) {
            case "java/lang/Boolean" -> number != 0;
            case "java/lang/Character" -> (char) (int) number;
            case "java/lang/Byte" -> (byte) (int) number;
            case "java/lang/Short" -> (short) (int) number;
            default -> constant;
        };
    }
}
