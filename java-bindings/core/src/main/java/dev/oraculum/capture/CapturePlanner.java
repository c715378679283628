package dev.oraculum.capture;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.MethodReferenceException;
import dev.oraculum.facts.MethodReferenceException.Kind;
import dev.oraculum.facts.Purity;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.StatePlan;
import java.util.List;

/**
 * Chooses the variables of a method's state, the hybrid serialization of GAssert: what the method was given and what it
 * leaves behind, primitives as they are, objects through their {@link Observers}.
 *
 * <p>Names and Java texts follow docs/formats.md, "Variables and their names".
 */
public final class CapturePlanner {
    private CapturePlanner() {}

    /**
     * Plans what to record of a method.
     *
     * @param purity which methods may be observers
     * @throws MethodReferenceException of kind NOT_OBSERVABLE if the method never returns normally or cannot be woven
     */
    public static PlannedCapture plan(ClassPath classPath, ResolvedMethod method, CaptureSettings settings, Purity purity) {
        Hierarchy hierarchy = new Hierarchy(classPath);
        if (MethodExits.hasSubroutines(method.classFile(), method.name(), method.descriptor())) {
            throw new MethodReferenceException(
                    Kind.NOT_OBSERVABLE,
                    method + " is compiled with subroutines (jsr/ret), as compilers for Java 5 and before did;"
                            + " compile its class for Java 6 or later");
        }
        MethodVariables names = MethodVariables.of(method);
        List<MethodExits.Exit> exits = exits(method);
        if (exits.isEmpty()) {
            throw new MethodReferenceException(
                    Kind.NOT_OBSERVABLE, method + " never returns normally, so there is no exit to assert anything at");
        }
        List<MethodExits.Exit> captured = settings.lastExitOnly() ? exits.subList(exits.size() - 1, exits.size()) : exits;
        Observers observers =
                new Observers(hierarchy, calls -> purity.of(classPath, calls, method), method, settings.publicObserversOnly());
        // Which types have to be observed is found first, so that one question is about all methods of theirs.
        new StateVariables(hierarchy, observers::want, method, names, settings).collect(captured);
        StateVariables variables = new StateVariables(hierarchy, observers::of, method, names, settings);
        variables.collect(captured);
        VariableCollector.Selection selection = variables.select(settings.maxVariables());
        int returns = MethodExits.returnInstructions(method.classFile(), method.name(), method.descriptor());
        StatePlan plan = new StatePlan(
                method.owner(),
                method.name(),
                method.descriptor(),
                returns,
                captured.stream()
                        .map(exit -> new StatePlan.Exit(exit.ordinal(), exit.line(), exit.ordinalInLine()))
                        .toList(),
                selection.entryRoots(),
                selection.exitRoots(),
                selection.planned(),
                settings.limits());
        return new PlannedCapture(
                method, new Schema(method.toString(), selection.variables()), plan,
                ClassConstants.of(method)
                        .withUnwritten(unwritten(classPath, method, selection, purity))
                        .withCode(BranchConditions.of(method, names), BranchConditions.exitLines(returns, exits)),
                variables.dropped());
    }

    /** A constructor has no state on entry, and there is nothing to say. */
    private static List<String> unwritten(
            ClassPath classPath, ResolvedMethod method, VariableCollector.Selection selection, Purity purity) {
        if (method.name().startsWith("<")) {
            return List.of();
        }
        return purity.writes(classPath, method)
                .map(writes -> UnwrittenVariables.of(method, selection.variables(), writes)).orElse(List.of());
    }

    private static List<MethodExits.Exit> exits(ResolvedMethod method) {
        try {
            return MethodExits.of(method.classFile(), method.name(), method.descriptor());
        } catch (IllegalArgumentException e) {
            // The file can be read; what its code does to the stack makes no sense.
            throw new MethodReferenceException(Kind.NOT_OBSERVABLE, e.getMessage() + "; its class file may be damaged");
        }
    }
}
