package dev.oraculum.ranking;

import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.FlowPlan.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The assertions in the code of test classes: calls of JUnit 3 to 6, TestNG and Hamcrest, fluent ones of AssertJ and Truth, of which a
 * statement is one assertion and its last call the site, and try blocks that end in {@code fail} or whose handler is EvoSuite's
 * {@code verifyException}: they assert that something is thrown, and the handler is the site.
 */
public final class AssertionSites {
    private AssertionSites() {}

    /**
     * An assertion.
     *
     * @param className internal name
     * @param instruction number among the instructions of the method (labels, lines and frames not counted), from 0
     * @param kind simple name of the method that asserts; of a fluent assertion {@code assertThat.isEqualTo}; of an asserted exception
     *     {@code fail} or {@code verifyException}
     * @param line of the assertion in the source; -1 without line numbers
     */
    public record Found(String className, String method, String descriptor, int instruction, FlowPlan.Form form, String kind, int line) {}

    /**
     * The assertions of a class, in the order of its code.
     *
     * @param classes class files by internal name, as far as they are at hand: to see through classes that inherit assertions
     * @throws IllegalArgumentException if it is no class file of a known version
     */
    public static List<Found> of(byte[] classFile, Function<String, Optional<byte[]>> classes) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        AssertionMethods methods = new AssertionMethods(classes);
        List<Found> found = new ArrayList<>();
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0) {
                found.addAll(new OfMethod(node, method, methods).find());
            }
        }
        return found;
    }

    private static final class OfMethod {
        private final ClassNode owner;
        private final MethodNode method;
        private final AssertionMethods assertions;
        private final Map<AbstractInsnNode, Integer> numbers = new HashMap<>();
        private final Map<AbstractInsnNode, Integer> lines = new HashMap<>();
        /** By number of the instruction. */
        private final Map<Integer, Found> found = new TreeMap<>();

        OfMethod(ClassNode owner, MethodNode method, AssertionMethods assertions) {
            this.owner = owner;
            this.method = method;
            this.assertions = assertions;
            int line = -1;
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof LineNumberNode number) {
                    line = number.line;
                } else if (insn.getOpcode() >= 0) {
                    lines.put(insn, line);
                    numbers.put(insn, numbers.size());
                }
            }
        }

        List<Found> find() {
            boolean fluent = false;
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call) {
                    fluent |= assertions.beginsFluent(call);
                    if (assertions.isAssertion(call)) {
                        add(call, AssertionMethods.form(call.name), call.name, call);
                    }
                }
            }
            if (fluent) {
                fluent();
            }
            asserted();
            return List.copyOf(found.values());
        }

        private void add(AbstractInsnNode at, Form form, String kind, AbstractInsnNode shown) {
            int number = numbers.get(at);
            found.put(number, new Found(owner.name, method.name, method.desc, number, form, kind, lines.get(shown)));
        }

        /** Chains of calls, each on the result of the one before: the last is the assertion. */
        private void fluent() {
            Frame<SourceValue>[] frames;
            try {
                frames = new Analyzer<>(new SourceInterpreter()).analyze(owner.name, method);
            } catch (AnalyzerException | RuntimeException e) {
                return; // Such a method does not load either.
            }
            Map<AbstractInsnNode, String> chain = new HashMap<>();
            Set<AbstractInsnNode> begins = new HashSet<>();
            Set<AbstractInsnNode> goesOn = new HashSet<>();
            List<MethodInsnNode> calls = new ArrayList<>();
            for (AbstractInsnNode insn : method.instructions) {
                if (!(insn instanceof MethodInsnNode call) || frames[method.instructions.indexOf(insn)] == null) {
                    continue;
                }
                if (assertions.beginsFluent(call)) {
                    chain.put(call, call.name);
                    begins.add(call);
                } else if (call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
                    AbstractInsnNode receiver = receiver(call, frames);
                    if (receiver != null && chain.containsKey(receiver)) {
                        chain.put(call, chain.get(receiver));
                        goesOn.add(receiver);
                        calls.add(call);
                    }
                }
            }
            for (MethodInsnNode call : calls) {
                if (!goesOn.contains(call)) {
                    Form form = AssertionMethods.form(call.name) == Form.THROWS ? Form.THROWS : AssertionMethods.form(chain.get(call));
                    add(call, form, chain.get(call) + "." + call.name, call);
                }
            }
        }

        /** The instruction that made the receiver of a call, seen through casts; null if there are several. */
        private AbstractInsnNode receiver(MethodInsnNode call, Frame<SourceValue>[] frames) {
            Frame<SourceValue> frame = frames[method.instructions.indexOf(call)];
            SourceValue value = frame.getStack(frame.getStackSize() - 1 - Type.getArgumentTypes(call.desc).length);
            while (value.insns.size() == 1) {
                AbstractInsnNode origin = value.insns.iterator().next();
                if (origin.getOpcode() != Opcodes.CHECKCAST) {
                    return origin;
                }
                Frame<SourceValue> before = frames[method.instructions.indexOf(origin)];
                value = before.getStack(before.getStackSize() - 1);
            }
            return null;
        }

        /** Try blocks whose exception is asserted. */
        private void asserted() {
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                AbstractInsnNode handler = block.handler;
                while (handler != null && handler.getOpcode() < 0) {
                    handler = handler.getNext();
                }
                if (block.type == null || handler == null || found.containsKey(numbers.get(handler))) {
                    continue;
                }
                MethodInsnNode fail = null;
                for (AbstractInsnNode insn = block.start; insn != block.end && insn != null; insn = insn.getNext()) {
                    fail = insn instanceof MethodInsnNode call && assertions.isFail(call) ? call : fail;
                }
                if (fail != null) {
                    add(handler, Form.CATCH, "fail", fail);
                } else {
                    verified(handler);
                }
            }
        }

        /** EvoSuite may leave {@code fail} out; the handler then is straight to the point all the same. */
        private void verified(AbstractInsnNode handler) {
            for (AbstractInsnNode insn = handler; insn != null && !endsHandler(insn); insn = insn.getNext()) {
                if (insn instanceof MethodInsnNode call && AssertionMethods.isVerifyException(call)) {
                    add(handler, Form.CATCH, call.name, call);
                    return;
                }
            }
        }

        private static boolean endsHandler(AbstractInsnNode insn) {
            int opcode = insn.getOpcode();
            return opcode >= Opcodes.IFEQ && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW || opcode == Opcodes.IFNULL
                    || opcode == Opcodes.IFNONNULL;
        }
    }
}
