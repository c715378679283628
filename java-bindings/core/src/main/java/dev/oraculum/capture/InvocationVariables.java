package dev.oraculum.capture;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The variables of an invocation for anomaly detection (ZoomIn): parameters, receiver and return value with their nested attributes, as fields say, without calling anything of the program.
 * Names follow docs/formats.md, "Variables and their names"; {@code x.f.g} is an attribute of the attribute {@code x.f}.
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

    private record Candidate(Variable variable, StatePlan.Variable planned, int depth) {}

    /** Collects the variables of a method: what the exit has, then what the entry had. */
    public Planned of(ResolvedMethod method) {
        return new Collector(method).collect();
    }

    private final class Collector {
        private final ResolvedMethod method;
        private final MethodVariables names;
        private final List<Candidate> candidates = new ArrayList<>();
        private final Set<String> taken = new HashSet<>();
        private final Set<String> identifiers = new HashSet<>();
        private final List<Root> entryRoots = new ArrayList<>();
        private final List<Root> exitRoots = new ArrayList<>();

        Collector(ResolvedMethod method) {
            this.method = method;
            this.names = MethodVariables.of(method);
        }

        Planned collect() {
            Root self = new Root(RootKind.THIS, 0, "this", "L" + method.owner() + ";");
            Type returned = Type.getReturnType(method.descriptor());
            for (MethodVariables.Parameter parameter : names.parameters()) {
                if (parameter.type().getSort() >= Type.ARRAY) {
                    String name = parameter.name().equals("result") ? "local_result" : parameter.name();
                    exit(root(parameter), parameter.arguments(), name, parameter.name());
                }
            }
            if (returned != Type.VOID_TYPE) {
                exit(new Root(RootKind.RESULT, -1, "result", returned.getDescriptor()), names.resultArguments(), "result", "result");
            }
            if (!method.isStatic()) {
                exitRoots.add(self);
                add(new Place(Moment.EXIT, exitRoots.size() - 1, "this", "this", "", 0, List.of()), Type.getObjectType(method.owner()), null);
                fields(new Place(Moment.EXIT, exitRoots.size() - 1, "this", "this", "", 0, List.of()), method.owner(), null);
            }
            for (MethodVariables.Parameter parameter : names.parameters()) {
                entryRoots.add(root(parameter));
                Place place = new Place(Moment.ENTRY, entryRoots.size() - 1, "old_" + parameter.name(), parameter.name(), "", 0, List.of());
                value(place, parameter.type(), parameter.arguments(), null);
            }
            if (!method.isStatic() && !method.isConstructor()) {
                entryRoots.add(self);
                fields(new Place(Moment.ENTRY, entryRoots.size() - 1, "old_this", "this", "", 0, List.of()), method.owner(), null);
            }
            return selected();
        }

        private Root root(MethodVariables.Parameter parameter) {
            return new Root(RootKind.PARAMETER, parameter.slot(), parameter.name(), parameter.type().getDescriptor());
        }

        private void exit(Root root, TypeArguments arguments, String name, String java) {
            exitRoots.add(root);
            value(new Place(Moment.EXIT, exitRoots.size() - 1, name, java, "", 0, List.of()), Type.getType(root.descriptor()), arguments, null);
        }

        /** A value, what it holds, and its attributes. */
        private void value(Place place, Type type, TypeArguments arguments, String receiver) {
            if (!add(place, type, receiver) || type.getSort() < Type.ARRAY) {
                return;
            }
            Type boxed = type.getSort() == Type.ARRAY ? null : Observers.boxed(type.getInternalName());
            if (type.getSort() == Type.ARRAY) {
                add(place.step(".length", Step.length(), 0), Type.INT_TYPE, place.name());
            } else if (boxed != null) {
                Step unbox = Step.method(type.getInternalName(), boxed.getClassName() + "Value", Type.getMethodDescriptor(boxed));
                add(place.step("." + unbox.name() + "()", unbox, 0), boxed, place.name());
            }
            for (Contents contents : Contents.of(hierarchy, type, arguments, declaredType(type))) {
                contents(place, contents);
            }
            if (type.getSort() == Type.OBJECT) {
                fields(place, type.getInternalName(), place.name());
            }
        }

        /** The attributes of an object of the project. */
        private void fields(Place place, String className, String receiver) {
            if (place.depth() == depth) {
                return;
            }
            Set<String> seen = new HashSet<>();
            for (String c = className; c != null && hierarchy.isProject(c); c = hierarchy.find(c).map(ClassInfo::superName).orElse(null)) {
                ClassInfo info = hierarchy.find(c).orElse(null);
                if (info == null) {
                    return;
                }
                for (Member field : info.fields()) {
                    boolean plain = !field.is(Opcodes.ACC_STATIC) && !field.is(Opcodes.ACC_SYNTHETIC) && JavaNames.isIdentifier(field.name());
                    if (plain && seen.add(field.name())) {
                        Step step = Step.field(c, field.name(), field.descriptor());
                        value(place.step("." + field.name(), step, 1), Type.getType(field.descriptor()), TypeArguments.of(field.signature()), receiver);
                    }
                }
            }
        }

        private void contents(Place place, Contents contents) {
            String name = place.name() + contents.text() + "[*]";
            if (!taken.add(name)) {
                return;
            }
            boolean entry = place.moment() == Moment.ENTRY;
            String text = place.java() + contents.text();
            String held = contents.copy().formatted(text);
            String copy = held.equals(text) ? text : place.java() + " == null ? null : " + held;
            List<Step> steps = new ArrayList<>(place.steps());
            steps.add(contents.step());
            Variable variable = new Variable(
                    name, contents.type(), place.name(), entry ? identifier(name) : text, entry ? copy : null, contents.javaType());
            candidates.add(new Candidate(variable, new StatePlan.Variable(name, contents.sort(), place.moment(), place.root(), steps), place.depth()));
        }

        /** @return whether the name was free */
        private boolean add(Place place, Type type, String receiver) {
            if (!taken.add(place.name())) {
                return false;
            }
            boolean reference = type.getSort() >= Type.ARRAY;
            boolean entry = place.moment() == Moment.ENTRY;
            Variable variable = new Variable(
                    place.name(),
                    StateVariables.valueType(type),
                    receiver,
                    entry ? identifier(place.name()) : place.java(),
                    entry ? place.guarded(type) : null,
                    reference ? declaredType(type) : null);
            char sort = reference ? 'L' : type.getDescriptor().charAt(0);
            candidates.add(new Candidate(variable, new StatePlan.Variable(place.name(), sort, place.moment(), place.root(), place.steps()), place.depth()));
            return true;
        }

        private String identifier(String name) {
            String base = name.replace("()", "").replaceAll("[^\\p{javaJavaIdentifierPart}]", "_");
            String unique = base;
            while (!identifiers.add(unique)) {
                unique += "_";
            }
            return unique;
        }

        private Planned selected() {
            Set<Candidate> kept = new LinkedHashSet<>(
                    candidates.stream().sorted(Comparator.comparingInt(Candidate::depth)).limit(maxVariables).toList());
            List<Candidate> chosen = candidates.stream().filter(kept::contains).toList();
            return new Planned(
                    new Schema(method.toString(), chosen.stream().map(Candidate::variable).toList()),
                    List.copyOf(entryRoots),
                    List.copyOf(exitRoots),
                    chosen.stream().map(Candidate::planned).toList(),
                    candidates.size() - chosen.size());
        }
    }

    /**
     * Where a value is found.
     *
     * @param java Java text that reads it, at its moment
     * @param nulls what must be looked at before reading it, as a condition in Java; empty: nothing
     * @param depth fields followed
     */
    private record Place(Moment moment, int root, String name, String java, String nulls, int depth, List<Step> steps) {
        Place step(String text, Step step, int deeper) {
            List<Step> path = new ArrayList<>(steps);
            path.add(step);
            String asked = java.equals("this") ? nulls : nulls + (nulls.isEmpty() ? "" : " || ") + java + " == null";
            return new Place(moment, root, name + text, java + text, asked, depth + deeper, path);
        }

        String guarded(Type type) {
            String zero = type == Type.BOOLEAN_TYPE ? "false" : type.getSort() >= Type.ARRAY ? "null" : "0";
            return nulls.isEmpty() ? java : nulls + " ? " + zero + " : " + java;
        }
    }

    private String declaredType(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() < Type.ARRAY) {
            return type.getClassName();
        }
        String name = hierarchy.canonicalName(element.getInternalName());
        return (JavaNames.isType(name) ? name : "java.lang.Object") + (type.getSort() == Type.ARRAY ? "[]".repeat(type.getDimensions()) : "");
    }
}
