package dev.oraculum.replay;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A call that a test made.
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

    boolean hasReceiver() {
        return !isStatic() && !isConstructor();
    }

    /** Numbers of the objects that it was given. */
    Set<Integer> given() {
        Set<Integer> numbers = new HashSet<>();
        operands.forEach(operand -> RecordedValue.references(operand, numbers::add));
        return numbers;
    }
}
