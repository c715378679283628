package dev.oraculum.replay;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A call that a test made, or a static field that it read.
 *
 * @param owner internal name
 * @param operands the receiver, if there is one, and the arguments, as they were before the call
 * @param result null: it threw
 */
record RecordedCall(int opcode, String owner, String name, String descriptor, List<RecordedValue> operands, RecordedValue result) {
    boolean isStatic() {
        return opcode == Opcodes.INVOKESTATIC;
    }

    boolean isConstructor() {
        return name.equals("<init>");
    }

    /** Whether it is no call, but reads a static field. */
    boolean isFieldRead() {
        return opcode == Opcodes.GETSTATIC;
    }

    boolean hasReceiver() {
        return !isStatic() && !isConstructor() && !isFieldRead();
    }

    /** Declared type of the result. */
    Type type() {
        return isConstructor() ? Type.getObjectType(owner) : isFieldRead() ? Type.getType(descriptor) : Type.getReturnType(descriptor);
    }

    /** Numbers of the objects that it was given. */
    Set<Integer> given() {
        Set<Integer> numbers = new HashSet<>();
        operands.forEach(operand -> RecordedValue.references(operand, numbers::add));
        return numbers;
    }
}
