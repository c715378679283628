package dev.oraculum.capture;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.capture.VariableCollector.Place;
import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.ClassInfo.Member;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.JavaNames;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The variables of an invocation for anomaly detection (ZoomIn): parameters, receiver and return value with their nested attributes, as
 * fields say, without calling anything of the program; {@code x.f.g} is an attribute of the attribute {@code x.f}.
 */
public final class InvocationVariables {
    private final Hierarchy hierarchy;
    private final int depth;
    private final int maxVariables;

    /**
     * @param depth how many fields may be followed from a parameter, the receiver or a return value; cyclic structures end there too
     * @param maxVariables of one method; the deeper ones are left out first
     */
    public InvocationVariables(ClassPath classPath, int depth, int maxVariables) {
        this.hierarchy = new Hierarchy(classPath);
        this.depth = depth;
        this.maxVariables = maxVariables;
    }

    /**
     * The variables of one method.
     *
     * @param schema for the engine
     * @param entryRoots what they are read from at entry
     * @param exitRoots what they are read from at the normal exit
     * @param variables for the worker, in the order of the schema
     * @param leftOut how many there are beyond the bound
     */
    public record Planned(Schema schema, List<Root> entryRoots, List<Root> exitRoots, List<StatePlan.Variable> variables, int leftOut) {}

    /** Collects the variables of a method: what the exit has, then what the entry had. */
    public Planned of(ResolvedMethod method) {
        return new Walk(method).planned();
    }

    private final class Walk {
        private final ResolvedMethod method;
        private final MethodVariables names;
        private final VariableCollector collector;

        Walk(ResolvedMethod method) {
            this.method = method;
            this.names = MethodVariables.of(method);
            // Nothing of an invocation is compiled.
            this.collector = new VariableCollector(hierarchy, names, type -> true);
        }

        Planned planned() {
            Root self = new Root(RootKind.THIS, 0, "this", "L" + method.owner() + ";");
            Type returned = Type.getReturnType(method.descriptor());
            for (MethodVariables.Parameter parameter : names.parameters()) {
                if (parameter.type().getSort() >= Type.ARRAY) {
                    String name = parameter.name().equals("result") ? "local_result" : parameter.name();
                    value(Place.of(Moment.EXIT, root(parameter), name, parameter.name()), parameter.type(), parameter.arguments(), 0);
                }
            }
            if (returned != Type.VOID_TYPE) {
                Root root = new Root(RootKind.RESULT, -1, "result", returned.getDescriptor());
                value(Place.of(Moment.EXIT, root, "result", "result"), returned, names.resultArguments(), 0);
            }
            if (!method.isStatic()) {
                Place place = Place.of(Moment.EXIT, self, "this", "this");
                collector.add(place, Type.getObjectType(method.owner()), 0);
                fields(place, method.owner(), 0);
            }
            for (MethodVariables.Parameter parameter : names.parameters()) {
                Place place = Place.of(Moment.ENTRY, root(parameter), "old_" + parameter.name(), parameter.name());
                value(place, parameter.type(), parameter.arguments(), 0);
            }
            if (!method.isStatic() && !method.isConstructor()) {
                fields(Place.of(Moment.ENTRY, self, "old_this", "this"), method.owner(), 0);
            }
            VariableCollector.Selection kept = collector.select(maxVariables);
            return new Planned(
                    new Schema(method.toString(), kept.variables()), kept.entryRoots(), kept.exitRoots(), kept.planned(),
                    kept.beyond().size());
        }

        private Root root(MethodVariables.Parameter parameter) {
            return new Root(RootKind.PARAMETER, parameter.slot(), parameter.name(), parameter.type().getDescriptor());
        }

        /** A value, what it holds, and its attributes; {@code followed}: the fields on the way there. */
        private void value(Place place, Type type, TypeArguments arguments, int followed) {
            if (!collector.add(place, type, followed) || type.getSort() < Type.ARRAY) {
                return;
            }
            Type boxed = type.getSort() == Type.ARRAY ? null : Observers.boxed(type.getInternalName());
            if (type.getSort() == Type.ARRAY) {
                collector.add(place.step(".length", Step.length()), Type.INT_TYPE, followed);
            } else if (boxed != null) {
                Step unbox = Step.method(type.getInternalName(), boxed.getClassName() + "Value", Type.getMethodDescriptor(boxed));
                collector.add(place.step("." + unbox.name() + "()", unbox), boxed, followed);
            }
            for (Contents contents : Contents.of(hierarchy, type, arguments, collector.declaredType(type))) {
                collector.addContents(place, contents, followed);
            }
            if (type.getSort() == Type.OBJECT) {
                fields(place, type.getInternalName(), followed);
            }
        }

        /** The attributes of an object of the project. */
        private void fields(Place place, String className, int followed) {
            if (followed == depth) {
                return;
            }
            Set<String> seen = new HashSet<>();
            for (String c = className; c != null && hierarchy.isProject(c); c = hierarchy.find(c).map(ClassInfo::superName).orElse(null)) {
                ClassInfo info = hierarchy.find(c).orElse(null);
                if (info == null) {
                    return;
                }
                for (Member field : info.fields()) {
                    boolean plain = !field.is(Opcodes.ACC_STATIC) && !field.is(Opcodes.ACC_SYNTHETIC)
                            && JavaNames.isIdentifier(field.name());
                    if (plain && seen.add(field.name())) {
                        Step step = Step.field(c, field.name(), field.descriptor());
                        Type type = Type.getType(field.descriptor());
                        value(place.step("." + field.name(), step), type, TypeArguments.of(field.signature()), followed + 1);
                    }
                }
            }
        }
    }
}
