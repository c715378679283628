package dev.oraculum.kinds.invocations;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Roots;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves the recording of invocations: entry, every exit, and a mark at each statement.
 *
 * <p>Exceptional exits are seen by a handler around the whole body, behind all others. What stands before the call of another constructor
 * in a constructor has a handler of its own, whose frame says that {@code this} is not initialized there; both only tell the recorder and
 * throw on. The call itself cannot have one, so the recorder is told when it begins and when it has returned.
 */
final class InvocationWeaving implements Weaving {
    private static final int RETURNED = 0;
    private static final int THREW = 1;

    private final InvocationPlan plan;
    /** Places in the plan. */
    private final Map<String, Integer> methods = new HashMap<>();

    private final Map<String, Boolean> classes = new HashMap<>();

    InvocationWeaving(InvocationPlan plan) {
        this.plan = plan;
        for (int i = 0; i < plan.methods().size(); i++) {
            InvocationPlan.Method method = plan.methods().get(i);
            methods.put(Bytecode.key(method.className(), method.name(), method.descriptor()), i);
            classes.put(method.className(), true);
        }
    }

    @Override
    public boolean concerns(String className) {
        return classes.containsKey(className);
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return methods.containsKey(Bytecode.key(owner.name, methodName, descriptor));
    }

    @Override
    public String loss() {
        return "so none of its invocations can be recorded";
    }

    @Override
    public boolean skipsInitializers() {
        return true;
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        Integer number = methods.get(Bytecode.key(owner.name, method.name, method.desc));
        if (number == null) {
            return NOTHING;
        }
        InvocationPlan.Method planned = plan.methods().get(number);
        Map<AbstractInsnNode, Integer> marks = marks(method, planned);
        MethodInsnNode constructorCall = Bytecode.isConstructor(method) ? constructorCall(method) : null;
        return () -> weave(owner, method, number, marks, constructorCall);
    }

    private void weave(ClassNode owner, MethodNode method, int number, Map<AbstractInsnNode, Integer> marks,
            MethodInsnNode constructorCall) {
        InvocationPlan.Method planned = plan.methods().get(number);
        int invocation = method.maxLocals;
        boolean handled = !Bytecode.isConstructor(method) || constructorCall != null;
        marks.forEach((insn, statement) -> mark(method, insn, statement));
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
                method.instructions.insertBefore(insn, exitProbe(method, planned, invocation));
            }
        }
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                Roots.addLocal(frame, invocation);
            }
        }
        LabelNode start = new LabelNode();
        method.instructions.insert(start);
        if (handled) {
            // Frames came with Java 6; before it the verifier finds out for itself, and knows no other way.
            boolean frames = (owner.version & 0xffff) >= Opcodes.V1_6;
            LabelNode end = new LabelNode();
            method.instructions.add(end);
            LabelNode initialized = start;
            if (constructorCall != null) {
                LabelNode call = new LabelNode();
                initialized = new LabelNode();
                method.instructions.insert(constructorCall, constructed(invocation, initialized));
                method.instructions.insertBefore(constructorCall, constructs(constructorCall, invocation, call));
                handler(method, start, call, invocation, frames, true);
            }
            handler(method, initialized, end, invocation, frames, false);
        }
        method.instructions.insert(entryProbe(method, number, planned, invocation));
        method.maxLocals++;
    }

    /** By instruction, the statement that begins there. */
    private static Map<AbstractInsnNode, Integer> marks(MethodNode method, InvocationPlan.Method planned) {
        Map<Integer, Integer> statements = new HashMap<>();
        planned.marks().forEach(mark -> statements.put(mark.instruction(), mark.statement()));
        Map<AbstractInsnNode, Integer> marks = new LinkedHashMap<>();
        int number = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() >= 0) {
                Integer statement = statements.get(number++);
                if (statement != null) {
                    marks.put(insn, statement);
                }
            }
        }
        return marks;
    }

    private static void mark(MethodNode method, AbstractInsnNode insn, int statement) {
        InsnList code = new InsnList();
        code.add(Bytecode.push(statement));
        code.add(Bytecode.probe("statement", "(I)V"));
        Bytecode.insertBefore(method, insn, code);
    }

    /** The one call in a constructor that initializes its object, or null if that is not plain to see. */
    private static MethodInsnNode constructorCall(MethodNode method) {
        Deque<String> fresh = new ArrayDeque<>();
        MethodInsnNode found = null;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.NEW) {
                fresh.push(((TypeInsnNode) insn).desc);
            } else if (insn instanceof MethodInsnNode call && call.name.equals("<init>")) {
                if (!fresh.isEmpty() && fresh.peek().equals(call.owner)) {
                    fresh.pop();
                } else if (found != null) {
                    return null;
                } else {
                    found = call;
                }
            }
        }
        return found;
    }

    /** Arguments are on the stack, and stay there. */
    private InsnList constructs(MethodInsnNode call, int invocation, LabelNode end) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.push(methods.getOrDefault(Bytecode.key(call.owner, call.name, call.desc), -1)));
        code.add(Bytecode.probe("constructs", "(L" + Bytecode.INVOCATION + ";I)V"));
        code.add(end);
        return code;
    }

    private static InsnList constructed(int invocation, LabelNode start) {
        InsnList code = new InsnList();
        code.add(start);
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.probe("constructed", "(L" + Bytecode.INVOCATION + ";)V"));
        return code;
    }

    private static InsnList entryProbe(MethodNode method, int number, InvocationPlan.Method planned, int invocation) {
        InsnList code = new InsnList();
        code.add(Bytecode.push(number));
        code.add(Bytecode.probe("enter", "(I)L" + Bytecode.INVOCATION + ";"));
        code.add(new VarInsnNode(Opcodes.ASTORE, invocation));
        for (int i = 0; i < planned.entryRoots().size(); i++) {
            Root root = planned.entryRoots().get(i);
            if (root.kind() != RootKind.THIS || !Bytecode.isConstructor(method)) {
                code.add(new VarInsnNode(Bytecode.load(root.descriptor()), root.slot()));
                Roots.handOver(code, root.descriptor(), invocation, i);
            }
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.probe("entered", "(L" + Bytecode.INVOCATION + ";)V"));
        return code;
    }

    private static InsnList exitProbe(MethodNode method, InvocationPlan.Method planned, int invocation) {
        InsnList code = new InsnList();
        for (int i = 0; i < planned.exitRoots().size(); i++) {
            Root root = planned.exitRoots().get(i);
            if (root.kind() == RootKind.RESULT) {
                code.add(new InsnNode(Type.getType(root.descriptor()).getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
                Roots.handOver(code, root.descriptor(), invocation, i);
            } else if (root.kind() == RootKind.THIS && Bytecode.isConstructor(method) && !assignsThis(method)) {
                code.add(new VarInsnNode(Opcodes.ALOAD, 0));
                Roots.handOver(code, root.descriptor(), invocation, i);
            }
        }
        code.add(ended(invocation, RETURNED));
        return code;
    }

    /** No compiler of Java does that. */
    private static boolean assignsThis(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof VarInsnNode variable && variable.var == 0 && variable.getOpcode() >= Opcodes.ISTORE
                    && variable.getOpcode() <= Opcodes.ASTORE) {
                return true;
            }
        }
        return false;
    }

    private static InsnList ended(int invocation, int end) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.push(end));
        code.add(Bytecode.probe("exit", "(L" + Bytecode.INVOCATION + ";I)V"));
        return code;
    }

    private static void handler(MethodNode method, LabelNode from, LabelNode to, int invocation, boolean frames, boolean uninitialized) {
        LabelNode handler = new LabelNode();
        method.instructions.add(handler);
        if (frames) {
            List<Object> locals = new ArrayList<>();
            if (uninitialized) {
                locals.add(Opcodes.UNINITIALIZED_THIS);
            }
            while (locals.size() < invocation) {
                locals.add(Opcodes.TOP);
            }
            locals.add(Bytecode.INVOCATION);
            method.instructions.add(new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"}));
        }
        method.instructions.add(ended(invocation, THREW));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
    }
}
