package dev.oraculum.ranking;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.capture.InvocationVariables;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.StatePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Plans the recording of every invocation of a class under test: all methods and constructors with code, of it and of the classes nested in
 * it.
 */
public final class InvocationPlanner {
    /** Of one method: pairs and triples of variables are compared, so that time grows with the cube. */
    static final int MAX_VARIABLES = 128;

    private InvocationPlanner() {}

    /**
     * Plans a class.
     *
     * @param className internal name
     * @param depth how many fields are followed from parameters, receiver and return value
     * @param cumulative whether a profile is what the test has executed, or what the invocation has
     */
    public static PlannedInvocations plan(ClassPath classPath, String className, int depth, boolean cumulative) {
        InvocationVariables variables = new InvocationVariables(classPath, depth, MAX_VARIABLES);
        StatementPlaces statements = new StatementPlaces();
        List<InvocationPlan.Method> methods = new ArrayList<>();
        List<Schema> schemas = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        List<String> classes = Stream.concat(
                        Stream.of(className), classPath.projectClasses().stream().filter(name -> name.startsWith(className + "$")))
                .toList();
        for (String name : classes) {
            byte[] classFile = classPath.findInProject(name).orElse(null);
            if (classFile == null) {
                continue;
            }
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
            for (MethodNode method : node.methods) {
                if (!isPlanned(method)) {
                    continue;
                }
                ResolvedMethod resolved = new ResolvedMethod(name, method.name, method.desc, method.access, classFile);
                if (hasSubroutines(method)) {
                    leftOut.add(resolved + " is compiled with subroutines (jsr/ret), as compilers for Java 5 and before did: its"
                            + " invocations cannot be recorded");
                    continue;
                }
                InvocationVariables.Planned planned = variables.of(resolved);
                if (planned.leftOut() > 0) {
                    leftOut.add(resolved + ": " + planned.leftOut() + " variables beyond the bound of " + MAX_VARIABLES
                            + ", the deepest ones");
                }
                schemas.add(planned.schema());
                methods.add(new InvocationPlan.Method(
                        name, method.name, method.desc, planned.entryRoots(), planned.exitRoots(), planned.variables(),
                        statements.of(method)));
            }
        }
        InvocationPlan plan = new InvocationPlan(
                methods, statements.count(), cumulative, StatePlan.Limits.DEFAULT, InvocationPlan.DEFAULT_RECORDS_PER_TEST);
        return new PlannedInvocations(plan, schemas, leftOut);
    }

    private static boolean hasSubroutines(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
                return true;
            }
        }
        return false;
    }

    /** What somebody wrote, the bodies of lambdas included; static initializers belong to no test. */
    private static boolean isPlanned(MethodNode method) {
        boolean written = (method.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) == 0 || method.name.startsWith("lambda$");
        return method.instructions.size() > 0 && written && !method.name.equals("<clinit>");
    }
}
