package dev.oraculum.capture;

import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.capture.Observers.Observer;
import dev.oraculum.capture.VariableCollector.Place;
import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.ClassInfo.Member;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.JavaNames;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The variables of a state in order: what the exit has, then what the entry had. */
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

    private static final String RESULT = "result";
    /** Fields that are read of an object which is not the receiver. */
    private static final int MOST_FIELDS_OF_OBJECT = 8;

    private final Hierarchy hierarchy;
    private final Function<Type, List<Observer>> observers;
    private final ResolvedMethod method;
    private final MethodVariables names;
    private final boolean withContents;
    private final boolean withFieldsOfObjects;
    private final VariableCollector collector;
    private final Set<String> dropped = new LinkedHashSet<>();

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
        this.collector = new VariableCollector(hierarchy, names, type -> hierarchy.isAccessible(type, method.owner()));
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
            String java = collector.isIdentifier(RESULT) ? "oraculumResult" : RESULT;
            Root root = root(RootKind.RESULT, -1, RESULT, returned);
            exit(root, names.resultArguments(), RESULT, java, Nearness.OF_OWN);
        }
        if (!method.isStatic()) {
            receiver(Moment.EXIT);
        }
        for (MethodVariables.Parameter parameter : names.parameters()) {
            Root root = root(RootKind.PARAMETER, parameter.slot(), parameter.name(), parameter.type());
            Place place = Place.of(Moment.ENTRY, root, "old_" + parameter.name(), parameter.name());
            value(place, parameter.type(), parameter.arguments(), Nearness.OF_OWN);
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
        value(Place.of(Moment.EXIT, root, name, java), Type.getType(root.descriptor()), arguments, nearness);
    }

    private void receiver(Moment moment) {
        Type type = Type.getObjectType(method.owner());
        boolean entry = moment == Moment.ENTRY;
        Place self = Place.of(moment, root(RootKind.THIS, 0, "this", type), entry ? "old_this" : "this", "this");
        if (!entry) {
            add(self, type, Rank.DIRECT);
        }
        for (Field field : fields(method.owner(), dropped::add)) {
            value(self.step("." + field.name(), field.step()), field.type(), field.arguments(), Nearness.OF_FIELD);
        }
        for (Observer observer : observers.apply(type)) {
            told(self, observer, Rank.OBSERVER);
        }
    }

    private record Field(String owner, String name, Type type, TypeArguments arguments) {
        Step step() {
            return Step.field(owner, name, type.getDescriptor());
        }
    }

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
                .map(field -> new Observer("." + field.name(), field.type(), field.step()))
                .limit(MOST_FIELDS_OF_OBJECT).toList();
    }

    /** As what an observer's text tells a field of that name. */
    private static Stream<String> accessors(String field) {
        String capital = Character.toUpperCase(field.charAt(0)) + field.substring(1);
        return Stream.of("." + field + "()", ".get" + capital + "()", ".is" + capital + "()");
    }

    /** A value and, if it is a reference, what its observers tell of it and what it holds. */
    private void value(Place place, Type type, TypeArguments arguments, Nearness nearness) {
        if (!add(place, type, nearness.value) || type.getSort() < Type.ARRAY) {
            return;
        }
        for (Observer observer : observers.apply(type)) {
            told(place, observer, nearness.observer);
        }
        // What a variable of the method's body looks into is how it works.
        if (nearness != Nearness.OF_LOCAL) {
            for (Observer field : fieldsOfObject(type)) {
                told(place, field, Rank.FIELD_OF_OBJECT);
            }
        }
        if (withContents) {
            for (Contents contents : Contents.of(hierarchy, type, arguments, collector.declaredType(type))) {
                if (!collector.addContents(place, contents, nearness.contents.ordinal())) {
                    nameTaken(VariableCollector.contentsName(place, contents));
                }
            }
        }
    }

    /** What an observer tells of a reference, or a field of its object. */
    private void told(Place place, Observer observer, Rank rank) {
        add(place.step(observer.text(), observer.step()), observer.type(), rank);
    }

    private boolean add(Place place, Type type, Rank rank) {
        boolean added = collector.add(place, type, rank.ordinal());
        if (!added) {
            nameTaken(place.name());
        }
        return added;
    }

    private void nameTaken(String name) {
        dropped.add(name + ": another variable has that name");
    }

    /** Keeps at most that many variables, the nearest ones. */
    VariableCollector.Selection select(int maxVariables) {
        VariableCollector.Selection selection = collector.select(maxVariables);
        if (!selection.beyond().isEmpty()) {
            dropped.add(selection.beyond().size() + " variables beyond the bound of " + maxVariables + ": "
                    + String.join(", ", selection.beyond()));
        }
        return selection;
    }

    /** What is not recorded, and why. */
    List<String> dropped() {
        return List.copyOf(dropped);
    }
}
