package dev.oraculum.kinds.flow;

import dev.oraculum.bytecode.Bytecode;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/** What is on the stack and in local variables before each instruction, and which of it are objects that no constructor has seen yet. */
final class ObjectOrigins {
    private ObjectOrigins() {}

    /** An object before its constructor: only that constructor may be handed it. */
    static final class Uninitialized extends BasicValue {
        Uninitialized() {
            super(Type.getObjectType("uninitialized")); // A type of its own, so that nothing else equals it.
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /**
     * By index of an instruction in the method's list; null where it cannot be reached.
     *
     * @throws AnalyzerException if the method would not verify
     */
    static Frame<BasicValue>[] of(ClassNode owner, MethodNode method) throws AnalyzerException {
        Values values = new Values(Bytecode.isConstructor(method));
        return new Analyzer<BasicValue>(values) {
            @Override
            protected Frame<BasicValue> newFrame(int locals, int stack) {
                return new State(locals, stack);
            }

            @Override
            protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> other) {
                return new State(other);
            }
        }.analyze(owner.name, method);
    }

    private static final class Values extends BasicInterpreter {
        private final Uninitialized self;
        private final Map<AbstractInsnNode, Uninitialized> fresh = new HashMap<>();

        Values(boolean constructor) {
            super(Opcodes.ASM9);
            self = constructor ? new Uninitialized() : null;
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return self != null && local == 0 ? self : newValue(type);
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode insn) throws AnalyzerException {
            return insn.getOpcode() == Opcodes.NEW ? fresh.computeIfAbsent(insn, key -> new Uninitialized()) : super.newOperation(insn);
        }
    }

    private static final class State extends Frame<BasicValue> {
        State(int locals, int stack) {
            super(locals, stack);
        }

        State(Frame<? extends BasicValue> other) {
            super(other);
        }

        @Override
        public void execute(AbstractInsnNode insn, Interpreter<BasicValue> interpreter) throws AnalyzerException {
            Value constructed = insn instanceof MethodInsnNode call && call.name.equals("<init>")
                    ? getStack(getStackSize() - 1 - Type.getArgumentTypes(call.desc).length)
                    : null;
            super.execute(insn, interpreter);
            if (constructed instanceof Uninitialized) {
                for (int i = 0; i < getLocals(); i++) {
                    if (getLocal(i) == constructed) {
                        setLocal(i, BasicValue.REFERENCE_VALUE);
                    }
                }
                for (int i = 0; i < getStackSize(); i++) {
                    if (getStack(i) == constructed) {
                        setStack(i, BasicValue.REFERENCE_VALUE);
                    }
                }
            }
        }
    }
}
