package dev.oraculum.testing;

import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * All roots of a method, as a plan that leaves nothing out has them.
 *
 * @param receiver one, or none of a static method
 * @param parameters named by their slots
 * @param result one, or none of a void method
 */
public record Roots(List<Root> receiver, List<Root> parameters, List<Root> result) {
    /** @param owner internal name of its class */
    public static Roots of(String owner, MethodNode method) {
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        int slot = isStatic ? 0 : 1;
        List<Root> parameters = new ArrayList<>();
        for (Type type : Type.getArgumentTypes(method.desc)) {
            parameters.add(new Root(RootKind.PARAMETER, slot, "p" + slot, type.getDescriptor()));
            slot += type.getSize();
        }
        String result = Type.getReturnType(method.desc).getDescriptor();
        return new Roots(
                isStatic ? List.of() : List.of(new Root(RootKind.THIS, 0, "this", "L" + owner + ";")),
                parameters,
                result.equals("V") ? List.of() : List.of(new Root(RootKind.RESULT, -1, "result", result)));
    }

    /** Receiver and parameters. */
    public List<Root> entry() {
        return Stream.concat(receiver.stream(), parameters.stream()).toList();
    }

    /** These, more, and the result. */
    public List<Root> exit(List<Root> more) {
        return Stream.of(receiver, parameters, more, result).flatMap(List::stream).toList();
    }
}
