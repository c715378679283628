package dev.oraculum.program;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.ParameterNode;

/**
 * The names of a method's variables: from its debug table; where its class has none, {@code arg0 ..} for parameters (or what the
 * MethodParameters attribute says) and {@code local<slot>}. A variable without a name is the compiler's own.
 */
final class LocalNames {
    private final MethodNode method;
    private final boolean debugTables;

    /**
     * @param debugTables whether any method of the class has a table of local variables: then a variable without an entry is the compiler's
     * own
     */
    LocalNames(MethodNode method, boolean debugTables) {
        this.method = method;
        this.debugTables = debugTables;
    }

    /** Of the parameter at an index and slot; null for one that a compiler added. */
    String parameter(int index, int slot) {
        if (debugTables && method.localVariables != null) {
            for (LocalVariableNode variable : method.localVariables) {
                if (variable.index == slot && method.instructions.indexOf(variable.start) == start()) {
                    return written(variable.name);
                }
            }
        }
        List<ParameterNode> parameters = method.parameters;
        if (parameters != null && index < parameters.size()) {
            ParameterNode parameter = parameters.get(index);
            if ((parameter.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_MANDATED)) != 0 && !parameter(parameter)) {
                return null;
            }
            if (parameter.name != null) {
                return written(parameter.name);
            }
        }
        return debugTables ? null : "arg" + index;
    }

    /** The parameters of a record's compact constructor are mandated, but its author's. */
    private boolean parameter(ParameterNode parameter) {
        return (parameter.access & Opcodes.ACC_SYNTHETIC) == 0 && parameter.name != null && !parameter.name.contains("$");
    }

    private int start() {
        for (int i = 0; i < method.instructions.size(); i++) {
            if (method.instructions.get(i) instanceof LabelNode) {
                return i;
            }
        }
        return 0;
    }

    /**
     * Of the variable in a slot after a store at an instruction; null for the compiler's own.
     *
     * @param receiver whether slot 0 holds {@code this}
     */
    String stored(int instruction, int slot, boolean receiver) {
        if (debugTables) {
            if (method.localVariables != null) {
                for (LocalVariableNode variable : method.localVariables) {
                    boolean lives = method.instructions.indexOf(variable.start) <= instruction + 1
                            && instruction < method.instructions.indexOf(variable.end);
                    if (variable.index == slot && lives) {
                        return written(variable.name);
                    }
                }
            }
            return null;
        }
        int argument = 0;
        int next = receiver ? 1 : 0;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            if (next == slot) {
                return parameter(argument, slot);
            }
            next += type.getSize();
            argument++;
        }
        return "local" + slot;
    }

    /** Names with a dollar are made by compilers: {@code this$0}, {@code $i$f$map}. */
    private static String written(String name) {
        return name.contains("$") ? null : name;
    }
}
