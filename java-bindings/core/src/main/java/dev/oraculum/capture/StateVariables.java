package dev.oraculum.capture;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.capture.Observers.Observer;
import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.ClassInfo.Member;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the variables of a state in order: what the exit has, then what the entry had. */
final class StateVariables {
    /** How near a variable is to the method's own text; the far ones go first when there are too many. */
    private enum Rank {
        DIRECT,
        FIELD,
        OBSERVER,
        CONTENTS,
        OBSERVER_OF_FIELD,
        FIELD_OF_OBJECT,
        LOCAL_OBSERVER,
        LOCAL_CONTENTS
    }

    /** Where a value is found: the ranks of itself, its observers and its contents. */
    private enum Nearness {
        OF_OWN(Rank.DIRECT, Rank.OBSERVER, Rank.CONTENTS),
        OF_FIELD(Rank.FIELD, Rank.OBSERVER_OF_FIELD, Rank.CONTENTS),
        OF_LOCAL(Rank.DIRECT, Rank.LOCAL_OBSERVER, Rank.LOCAL_CONTENTS);

        private final Rank value;
        private final Rank observer;
        private final Rank contents;

        Nearness(Rank value, Rank observer, Rank contents) {
            this.value = value;
            this.observer = observer;
            this.contents = contents;
        }
    }

    private record Candidate(Variable variable, StatePlan.Variable planned, Root root, Rank rank) {}

    /** What {@link #select} has chosen, in schema order. */
    record Selection(
            List<Variable> variables,
            List<StatePlan.Variable> planned,
            List<Root> entryRoots,
            List<Root> exitRoots,
            List<String> dropped) {}

    private static final String RESULT = "result";
    /** Fields that are read of an object which is not the receiver. */
    private static final int MOST_FIELDS_OF_OBJECT = 8;

    private final Hierarchy hierarchy;
    private final Function<Type, List<Observer>> observers;
    private final ResolvedMethod method;
    private final MethodVariables names;
    private final boolean withContents;
    private final boolean withFieldsOfObjects;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Set<String> dropped = new LinkedHashSet<>();
    private final Set<String> identifiers = new HashSet<>();

    /** @param observers of a reference type */
    StateVariables(
            Hierarchy hierarchy, Function<Type, List<Observer>> observers, ResolvedMethod method, MethodVariables names,
            CaptureSettings settings) {
        this.hierarchy = hierarchy;
        this.observers = observers;
        this.method = method;
        this.names = names;
        this.withContents = settings.contents();
        this.withFieldsOfObjects = settings.fieldsOfObjects();
        identifiers.addAll(names.names());
        names.parameters().forEach(parameter -> identifiers.add(parameter.name()));
    }

    /** Collects what can be read at each of the exits. */
    void collect(List<MethodExits.Exit> exits) {
        for (MethodVariables.Parameter parameter : names.parameters()) {
            if (isVisible(parameter, exits)) {
                Root root = root(RootKind.PARAMETER, parameter.slot(), parameter.name(), parameter.type());
                exit(root, parameter.arguments(), schemaName(parameter.name()), parameter.name(), Nearness.OF_OWN);
            }
        }
        Set<String> parameters = names.parameters().stream()
                .map(MethodVariables.Parameter::name)
                .collect(Collectors.toSet());
        for (MethodExits.Local local : commonLocals(exits)) {
            if (!parameters.contains(local.name()) && JavaNames.isVariable(local.name())) {
                Root root = root(RootKind.LOCAL, -1, local.name(), Type.getType(local.descriptor()));
                TypeArguments arguments = names.argumentsOf(local.name(), local.descriptor());
                exit(root, arguments, schemaName(local.name()), local.name(), Nearness.OF_LOCAL);
            }
        }
        Type returned = Type.getReturnType(method.descriptor());
        if (returned != Type.VOID_TYPE) {
            String java = identifiers.contains(RESULT) ? "oraculumResult" : RESULT;
            Root root = root(RootKind.RESULT, -1, RESULT, returned);
            exit(root, names.resultArguments(), RESULT, java, Nearness.OF_OWN);
        }
        if (!method.isStatic()) {
            receiver(Moment.EXIT);
        }
        for (MethodVariables.Parameter parameter : names.parameters()) {
            Root root = root(RootKind.PARAMETER, parameter.slot(), parameter.name(), parameter.type());
            String name = "old_" + parameter.name();
            value(Moment.ENTRY, root, parameter.arguments(), name, null, parameter.name(), List.of(), Nearness.OF_OWN);
        }
        if (!method.isStatic() && !method.isConstructor()) {
            receiver(Moment.ENTRY);
        }
    }

    private static Root root(RootKind kind, int slot, String name, Type type) {
        return new Root(kind, slot, name, type.getDescriptor());
    }

    /** Without a local variable table the slot is all we know; the weaver checks that it still holds such a value. */
    private boolean isVisible(MethodVariables.Parameter parameter, List<MethodExits.Exit> exits) {
        MethodExits.Local local =
                new MethodExits.Local(parameter.name(), parameter.type().getDescriptor(), parameter.slot());
        return !names.hasLocalTable() || exits.stream().allMatch(exit -> exit.locals().contains(local));
    }

    /** The locals that every exit has under the same name and type, whatever their slots. */
    private static List<MethodExits.Local> commonLocals(List<MethodExits.Exit> exits) {
        return exits.get(0).locals().stream()
                .filter(local -> !local.name().equals("this"))
                .filter(local -> exits.stream().allMatch(exit -> exit.locals().stream()
                        .anyMatch(other -> other.name().equals(local.name())
                                && other.descriptor().equals(local.descriptor()))))
                .toList();
    }

    /** The return value has the name {@code result}; a variable called so gives way. */
    private static String schemaName(String sourceName) {
        return sourceName.equals(RESULT) ? "local_" + RESULT : sourceName;
    }

    private void exit(Root root, TypeArguments arguments, String name, String java, Nearness nearness) {
        value(Moment.EXIT, root, arguments, name, java, null, List.of(), nearness);
    }

    private void receiver(Moment moment) {
        Type type = Type.getObjectType(method.owner());
        Root root = root(RootKind.THIS, 0, "this", type);
        boolean entry = moment == Moment.ENTRY;
        String prefix = entry ? "old_this" : "this";
        if (!entry) {
            add(moment, root, "this", Type.getObjectType(method.owner()), null, "this", null, List.of(), Rank.DIRECT);
        }
        for (Field field : fields(method.owner(), dropped::add)) {
            String name = prefix + "." + field.name();
            String java = "this." + field.name();
            Step step = Step.field(field.owner(), field.name(), field.type().getDescriptor());
            value(moment, root, field.arguments(), name, entry ? null : java, entry ? java : null, List.of(step),
                    Nearness.OF_FIELD);
        }
        for (Observer observer : observers.apply(type)) {
            String java = "this" + observer.text();
            add(moment, root, prefix + observer.text(), observer.type(), null, entry ? null : java,
                    entry ? java : null, List.of(observer.step()), Rank.OBSERVER);
        }
    }

    private record Field(String owner, String name, Type type, TypeArguments arguments) {}

    /**
     * Instance fields of a class that code of the method's class can name, inherited ones last; hidden ones are left out.
     *
     * @param leftOut is told what is left out, and why
     */
    private List<Field> fields(String owner, Consumer<String> leftOut) {
        List<Field> fields = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String c = owner; c != null; c = hierarchy.find(c).map(ClassInfo::superName).orElse(null)) {
            ClassInfo info = hierarchy.find(c).orElse(null);
            if (info == null) {
                break;
            }
            for (Member field : info.fields()) {
                if (field.is(Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC) || !JavaNames.isIdentifier(field.name())) {
                    continue;
                }
                if (info.fields().stream().filter(other -> other.name().equals(field.name())).count() > 1) {
                    // Obfuscators give fields of several types one name, which the JVM tells apart and Java does not.
                    if (seen.add(field.name())) {
                        leftOut.accept(
                                "this." + field.name() + " of " + c.replace('/', '.') + ": the class has several fields of that name");
                    }
                    continue;
                }
                if (!seen.add(field.name())) {
                    leftOut.accept("this." + field.name() + " of " + c.replace('/', '.') + ": a field of a subclass hides it");
                } else if (owner.equals(method.owner()) ? isNameable(info, field) : isNameableElsewhere(owner, info, field)) {
                    Type type = Type.getType(field.descriptor());
                    fields.add(new Field(c, field.name(), type, TypeArguments.of(field.signature())));
                } else if (hierarchy.isProject(c)) {
                    leftOut.accept("this." + field.name() + ": not accessible in "
                            + method.owner().replace('/', '.') + ", a field of " + c.replace('/', '.'));
                }
            }
        }
        return fields;
    }

    private boolean isNameable(ClassInfo declaring, Member field) {
        if (declaring.name().equals(method.owner()) || field.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) {
            return true;
        }
        return !field.is(Opcodes.ACC_PRIVATE) && declaring.packageName().equals(ClassInfo.packageOf(method.owner()));
    }

    /** The same of an object of another class: what is private is its own, but for classes nested in the same one. */
    private boolean isNameableElsewhere(String owner, ClassInfo declaring, Member field) {
        if (field.is(Opcodes.ACC_PRIVATE)) {
            return declaring.name().equals(owner) && hierarchy.sameTopLevel(owner, method.owner());
        }
        return field.is(Opcodes.ACC_PUBLIC) || declaring.packageName().equals(ClassInfo.packageOf(method.owner()));
    }

    /**
     * Fields of an object of the project, a node of a list for example, that no observer tells: as {@code node.value}. None of enums, whose
     * objects are constants.
     */
    private List<Observer> fieldsOfObject(Type type) {
        String name = type.getInternalName();
        if (!withFieldsOfObjects || type.getSort() == Type.ARRAY || !hierarchy.isProject(name)
                || !hierarchy.isAccessible(name, method.owner()) || hierarchy.isSubtype(name, "java/lang/Enum")) {
            return List.of();
        }
        Set<String> told = observers.apply(type).stream().map(Observer::text).collect(Collectors.toSet());
        return fields(name, left -> { }).stream().filter(field -> accessors(field.name()).noneMatch(told::contains))
                .map(field -> new Observer("." + field.name(), field.type(),
                        Step.field(field.owner(), field.name(), field.type().getDescriptor())))
                .limit(MOST_FIELDS_OF_OBJECT).toList();
    }

    /** As what an observer's text tells a field of that name. */
    private static Stream<String> accessors(String field) {
        String capital = Character.toUpperCase(field.charAt(0)) + field.substring(1);
        return Stream.of("." + field + "()", ".get" + capital + "()", ".is" + capital + "()");
    }

    /** A value and, if it is a reference, what its observers tell of it and what it holds. */
    private void value(
            Moment moment, Root root, TypeArguments arguments, String name, String java, String entry, List<Step> steps,
            Nearness nearness) {
        Type type = Type.getType(steps.isEmpty() ? root.descriptor() : steps.get(steps.size() - 1).descriptor());
        String text = add(moment, root, name, type, null, java, entry, steps, nearness.value);
        if (type.getSort() < Type.ARRAY || text == null) {
            return;
        }
        for (Observer observer : observers.apply(type)) {
            told(moment, root, observer, name, java, entry, steps, nearness.observer);
        }
        // What a variable of the method's body looks into is how it works.
        if (nearness != Nearness.OF_LOCAL) {
            for (Observer field : fieldsOfObject(type)) {
                told(moment, root, field, name, java, entry, steps, Rank.FIELD_OF_OBJECT);
            }
        }
        if (withContents) {
            for (Contents contents : Contents.of(hierarchy, type, arguments, declaredType(type))) {
                contents(moment, root, contents, name, java, entry, append(steps, contents.step()), nearness.contents);
            }
        }
    }

    /** What an observer tells of a reference, or a field of its object. */
    private void told(
            Moment moment, Root root, Observer observer, String name, String java, String entry, List<Step> steps, Rank rank) {
        String nothing = observer.type().getSort() >= Type.ARRAY ? "null" : observer.type() == Type.BOOLEAN_TYPE ? "false" : "0";
        add(
                moment,
                root,
                name + observer.text(),
                observer.type(),
                name,
                java == null ? null : java + observer.text(),
                entry == null ? null : entry + " == null ? " + nothing + " : " + entry + observer.text(),
                append(steps, observer.step()),
                rank);
    }

    private static List<Step> append(List<Step> steps, Step last) {
        List<Step> path = new ArrayList<>(steps);
        path.add(last);
        return path;
    }

    /** What the reference {@code receiver} holds; on entry a copy of it, because the method may change it. */
    private void contents(
            Moment moment, Root root, Contents contents, String receiver, String java, String entry, List<Step> steps,
            Rank rank) {
        String name = receiver + contents.text() + "[*]";
        if (isTaken(name)) {
            return;
        }
        String text = java;
        String copy = null;
        if (moment == Moment.EXIT) {
            text += contents.text();
        } else {
            text = identifier(receiver + contents.text() + (contents.type() == ValueType.TEXT ? "_text" : "_copy"));
            String held = contents.copy().formatted(entry + contents.text());
            // A string is its own copy, null included.
            copy = held.equals(entry) ? entry : entry + " == null ? null : " + held;
        }
        Variable variable = new Variable(name, contents.type(), receiver, text, copy, contents.javaType());
        StatePlan.Variable planned = new StatePlan.Variable(name, contents.sort(), moment, -1, steps);
        candidates.add(new Candidate(variable, planned, root, rank));
    }

    private boolean isTaken(String name) {
        boolean taken = candidates.stream().anyMatch(c -> c.variable().name().equals(name));
        if (taken) {
            dropped.add(name + ": another variable has that name");
        }
        return taken;
    }

    /** Adds one variable; returns its Java text, or null if the name is taken. */
    private String add(
            Moment moment, Root root, String name, Type type, String receiver, String java, String entry, List<Step> steps,
            Rank rank) {
        if (isTaken(name)) {
            return null;
        }
        boolean reference = type.getSort() >= Type.ARRAY;
        String text = moment == Moment.ENTRY ? identifier(name) : java;
        Variable variable = new Variable(
                name, valueType(type), receiver, text, entry, reference ? declaredType(type) : null);
        char sort = reference ? 'L' : type.getDescriptor().charAt(0);
        // The index of the root is set when the selection is known.
        StatePlan.Variable planned = new StatePlan.Variable(name, sort, moment, -1, steps);
        candidates.add(new Candidate(variable, planned, root, rank));
        return text;
    }

    private String identifier(String name) {
        String base = name.replace("()", "").replaceAll("[^\\p{javaJavaIdentifierPart}]", "_");
        String unique = base;
        while (!identifiers.add(unique)) {
            unique += "_";
        }
        return unique;
    }

    static ValueType valueType(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> ValueType.BOOLEAN;
            case Type.BYTE -> ValueType.BYTE;
            case Type.SHORT -> ValueType.SHORT;
            case Type.CHAR -> ValueType.CHAR;
            case Type.INT -> ValueType.INT;
            case Type.LONG -> ValueType.LONG;
            case Type.FLOAT -> ValueType.FLOAT;
            case Type.DOUBLE -> ValueType.DOUBLE;
            default -> ValueType.REFERENCE;
        };
    }

    /** The type as source can write it; Object where it cannot name it. */
    private String declaredType(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() < Type.ARRAY) {
            return type.getClassName();
        }
        boolean nameable = hierarchy.isAccessible(element.getInternalName(), method.owner());
        String name = hierarchy.canonicalName(element.getInternalName());
        // An array of what cannot be named still is an array.
        String dimensions = type.getSort() == Type.ARRAY ? "[]".repeat(type.getDimensions()) : "";
        return (nameable && JavaNames.isType(name) ? name : "java.lang.Object") + dimensions;
    }

    /** Keeps at most that many variables, the nearest ones, and numbers the roots that these need. */
    Selection select(int maxVariables) {
        Set<Candidate> kept = new LinkedHashSet<>(candidates.stream()
                .sorted(Comparator.comparing(Candidate::rank))
                .limit(maxVariables)
                .toList());
        List<String> beyond = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        List<StatePlan.Variable> planned = new ArrayList<>();
        Map<Moment, List<Root>> roots = new HashMap<>(Map.of(Moment.ENTRY, new ArrayList<>(), Moment.EXIT, new ArrayList<>()));
        for (Candidate candidate : candidates) {
            if (!kept.contains(candidate)) {
                beyond.add(candidate.variable().name());
                continue;
            }
            StatePlan.Variable template = candidate.planned();
            List<Root> ofMoment = roots.get(template.moment());
            int root = ofMoment.indexOf(candidate.root());
            if (root < 0) {
                root = ofMoment.size();
                ofMoment.add(candidate.root());
            }
            variables.add(candidate.variable());
            planned.add(new StatePlan.Variable(
                    template.name(), template.sort(), template.moment(), root, template.steps()));
        }
        if (!beyond.isEmpty()) {
            dropped.add(beyond.size() + " variables beyond the bound of " + maxVariables + ": " + String.join(", ", beyond));
        }
        return new Selection(
                variables, planned, roots.get(Moment.ENTRY), roots.get(Moment.EXIT), List.copyOf(dropped));
    }
}
