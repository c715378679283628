package dev.oraculum.capture;

import dev.oraculum.api.evidence.Variable;
import dev.oraculum.facts.Purity.Writes;
import dev.oraculum.facts.ResolvedMethod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.Opcodes;

/** Which variables of a method's exit have their entry values whatever its input, by what the method and all it calls may write. */
final class UnwrittenVariables {
    private static final String ENTRY = "old_";
    private static final String CONTENTS = "[*]";

    private UnwrittenVariables() {}

    /**
     * The names, in the order of the variables: fields that nothing writes, arrays of whose elements nothing is written, and collections
     * where nothing is written at all, as the objects of the JDK have fields and arrays of their own. Not final fields: that they are as
     * they were needs no saying; nor transient ones, which hold what other fields make, for later.
     */
    static List<String> of(ResolvedMethod method, List<Variable> variables, Writes writes) {
        Set<String> names = variables.stream().map(Variable::name).collect(Collectors.toSet());
        ClassNode owner = new ClassNode();
        new ClassReader(method.classFile()).accept(owner, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        boolean reassigns = reassignsParameters(method, owner);
        Set<String> unsaid = owner.fields.stream().filter(field -> (field.access & (Opcodes.ACC_FINAL | Opcodes.ACC_TRANSIENT)) != 0)
                .map(field -> "this." + field.name).collect(Collectors.toSet());
        return variables.stream().filter(v -> names.contains(ENTRY + v.name()) && isUnwritten(v, writes, reassigns)).map(Variable::name)
                .filter(name -> !unsaid.contains(name)).toList();
    }

    private static boolean isUnwritten(Variable variable, Writes writes, boolean reassigns) {
        String name = variable.name();
        boolean hasContents = name.endsWith(CONTENTS);
        String holder = hasContents ? name.substring(0, name.length() - CONTENTS.length()) : name;
        boolean isField = holder.startsWith("this.") && holder.indexOf('.', "this.".length()) < 0 && !holder.endsWith("()");
        if (isField && writes.fields().contains(holder.substring("this.".length())) || !isField && (!hasContents || reassigns)) {
            return false;
        }
        if (!hasContents) {
            return true;
        }
        boolean isArray = variable.javaType() != null && variable.javaType().endsWith("[]");
        // What the JDK writes inside of its arguments may be an array: System.arraycopy.
        return isArray ? !writes.elements() && !writes.inside() : writes.isEmpty();
    }

    /** Whether the method stores into the local of a parameter: then what it holds at the exit is not what it was given. */
    private static boolean reassignsParameters(ResolvedMethod method, ClassNode node) {
        Set<Integer> parameters = new HashSet<>();
        int slot = method.isStatic() ? 0 : 1;
        for (org.objectweb.asm.Type type : org.objectweb.asm.Type.getArgumentTypes(method.descriptor())) {
            parameters.add(slot);
            slot += type.getSize();
        }
        for (MethodNode each : node.methods) {
            if (each.name.equals(method.name()) && each.desc.equals(method.descriptor())) {
                for (AbstractInsnNode instruction : each.instructions) {
                    if (instruction instanceof VarInsnNode store && store.getOpcode() >= Opcodes.ISTORE && parameters.contains(store.var)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
