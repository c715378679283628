package dev.oraculum.capture;

import dev.oraculum.facts.JavaNames;
import dev.oraculum.facts.ResolvedMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.ParameterNode;

/**
 * The parameters of a method with their source names: from the local variable table, else from the MethodParameters
 * attribute, else {@code arg0, arg1, ..}.
 *
 * @param parameters in order, without those that the source does not have (an inner class's outer instance)
 * @param hasLocalTable whether the method was compiled with names of local variables
 * @param names every name in the method's local variable table
 * @param localArguments by name and descriptor of a local variable, the type arguments it is declared with
 * @param resultArguments those of the return type
 */
record MethodVariables(
        List<Parameter> parameters,
        boolean hasLocalTable,
        Set<String> names,
        Map<String, TypeArguments> localArguments,
        TypeArguments resultArguments) {
    /**
     * A parameter.
     *
     * @param arguments type arguments it is declared with
     * @param slot its local variable slot
     */
    record Parameter(String name, Type type, TypeArguments arguments, int slot) {}

    /** The type arguments that a local variable is declared with. */
    TypeArguments argumentsOf(String name, String descriptor) {
        return localArguments.getOrDefault(name + " " + descriptor, TypeArguments.NONE);
    }

    static MethodVariables of(ResolvedMethod method) {
        ClassNode node = new ClassNode();
        new ClassReader(method.classFile()).accept(node, ClassReader.SKIP_FRAMES);
        MethodNode code = node.methods.stream()
                .filter(m -> m.name.equals(method.name()) && m.desc.equals(method.descriptor()))
                .findFirst()
                .orElseThrow();
        List<LocalVariableNode> table = code.localVariables == null ? List.of() : code.localVariables;
        Map<Integer, String> bySlot = new HashMap<>();
        Set<String> names = new HashSet<>();
        Map<String, TypeArguments> locals = new HashMap<>();
        for (LocalVariableNode variable : table) {
            names.add(variable.name);
            // Variables of one name in several scopes are one variable of the state: what they disagree in is not known.
            TypeArguments declared = TypeArguments.of(variable.signature);
            locals.merge(variable.name + " " + variable.desc, declared, (a, b) -> a.equals(b) ? a : TypeArguments.NONE);
            if (isAtStart(code, variable)) {
                bySlot.put(variable.index, variable.name);
            }
        }
        List<Parameter> parameters = new ArrayList<>();
        int slot = method.isStatic() ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.descriptor());
        TypeArguments.OfMethod arguments = TypeArguments.ofMethod(code.signature, types.length);
        boolean named = code.parameters != null && code.parameters.size() == types.length;
        for (int i = 0; i < types.length; i++) {
            ParameterNode declared = named ? code.parameters.get(i) : null;
            boolean synthetic = declared != null && (declared.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_MANDATED)) != 0;
            String name = bySlot.get(slot);
            if (name == null && table.isEmpty()) {
                name = declared != null && declared.name != null ? declared.name : "arg" + i;
            }
            if (name != null && !synthetic && JavaNames.isVariable(name)) {
                parameters.add(new Parameter(name, types[i], arguments.parameters().get(i), slot));
            }
            slot += types[i].getSize();
        }
        return new MethodVariables(
                List.copyOf(parameters), !table.isEmpty(), Set.copyOf(names), Map.copyOf(locals), arguments.result());
    }

    private static boolean isAtStart(MethodNode code, LocalVariableNode variable) {
        for (AbstractInsnNode insn = variable.start; insn != null; insn = insn.getPrevious()) {
            if (insn.getOpcode() >= 0) {
                return false;
            }
        }
        return true;
    }
}
