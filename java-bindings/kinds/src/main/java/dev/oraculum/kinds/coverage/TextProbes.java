package dev.oraculum.kinds.coverage;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Probes that get the operands where texts are compared, or matched with a regular expression (Fraser and Arcuri, "The Seed is Strong",
 * ICST 2012), and where what may be a container is asked for what may be a text.
 */
final class TextProbes {
    /** Methods of String that compare it, or a part of it, with another text. */
    private static final Set<String> COMPARISONS = Set.of(
            "equalsIgnoreCase", "compareTo", "compareToIgnoreCase", "startsWith", "endsWith", "contains", "contentEquals", "indexOf",
            "lastIndexOf");
    /** Methods of two operands of which one is a regular expression. */
    private static final Set<String> MATCHES = Set.of(
            "java/lang/String.matches(Ljava/lang/String;)Z", "java/lang/String.split(Ljava/lang/String;)[Ljava/lang/String;",
            "java/util/regex/Pattern.matches(Ljava/lang/String;Ljava/lang/CharSequence;)Z",
            "java/util/regex/Pattern.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;");

    /** Methods of containers that look for an object. */
    private static final Set<String> QUESTIONS = Set.of("get", "containsKey", "contains", "indexOf", "remove");

    private TextProbes() {}

    /** Calls of two operands that compare texts, or objects that may be texts. */
    static List<AbstractInsnNode> comparisons(MethodNode method) {
        return calls(method, TextProbes::comparesTexts);
    }

    /** Calls that may ask a container for a text. */
    static List<AbstractInsnNode> questions(MethodNode method) {
        return calls(method, call -> call.getOpcode() != Opcodes.INVOKESTATIC && call.getOpcode() != Opcodes.INVOKESPECIAL
                && QUESTIONS.contains(call.name) && call.desc.startsWith("(Ljava/lang/Object;)"));
    }

    private static List<AbstractInsnNode> calls(MethodNode method, Predicate<MethodInsnNode> wanted) {
        List<AbstractInsnNode> found = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode call && wanted.test(call)) {
                found.add(call);
            }
        }
        return found;
    }

    /** Puts a probe of {@code ComparedTexts} before calls of two operands. */
    static void weave(MethodNode method, List<AbstractInsnNode> calls, String probe) {
        for (AbstractInsnNode call : calls) {
            InsnList code = new InsnList();
            code.add(new InsnNode(Opcodes.DUP2));
            code.add(new MethodInsnNode(
                    Opcodes.INVOKESTATIC, "dev/oraculum/runtime/ComparedTexts", probe, "(Ljava/lang/Object;Ljava/lang/Object;)V", false));
            method.instructions.insertBefore(call, code);
        }
    }

    /** Whether a method of two operands compares texts, or objects that may be texts. */
    static boolean comparesTexts(MethodInsnNode call) {
        if (call.name.equals("equals")) {
            boolean ofObjects = call.owner.equals("java/util/Objects") && call.desc.equals("(Ljava/lang/Object;Ljava/lang/Object;)Z");
            return ofObjects || call.getOpcode() != Opcodes.INVOKESTATIC && call.desc.equals("(Ljava/lang/Object;)Z");
        }
        return MATCHES.contains(call.owner + "." + call.name + call.desc)
                || call.owner.equals("java/lang/String") && COMPARISONS.contains(call.name)
                        && (call.desc.startsWith("(Ljava/lang/String;)") || call.desc.startsWith("(Ljava/lang/CharSequence;)"));
    }
}
