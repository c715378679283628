package dev.oraculum.capture;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.JavaNames;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Type;

/**
 * The variables of one method, whatever is recorded of it: how each is named, how the worker reads it, how Java text does, and which are
 * kept where there are too many. What there is to read, a walk says ({@link StateVariables}, {@link InvocationVariables}). Names follow
 * docs/formats.md, "Variables and their names".
 */
final class VariableCollector {
    /**
     * Where a value is found.
     *
     * @param name of the variable
     * @param java text that reads it at its moment
     * @param nulls what must not be true before that text is evaluated, as a condition in Java; empty: nothing
     * @param receiver the variable whose object it is read from; null: a root, or the method's own receiver
     */
    record Place(Moment moment, Root root, String name, String java, String nulls, String receiver, List<Step> steps) {
        /** Of a parameter, a local, the result or the receiver itself. */
        static Place of(Moment moment, Root root, String name, String java) {
            return new Place(moment, root, name, java, "", null, List.of());
        }

        /** What one more step reads of the object at this place. */
        Place step(String text, Step step) {
            boolean self = java.equals("this");
            return new Place(moment, root, name + text, java + text, self ? nulls : nullsOfObject(), self ? null : name, append(step));
        }

        private String nullsOfObject() {
            return nulls + (nulls.isEmpty() ? "" : " || ") + java + " == null";
        }

        private List<Step> append(Step last) {
            List<Step> path = new ArrayList<>(steps);
            path.add(last);
            return path;
        }

        /** The text for a place that may not be there, where its type's zero stands for that. */
        private String guarded(Type type) {
            String zero = type == Type.BOOLEAN_TYPE ? "false" : type.getSort() >= Type.ARRAY ? "null" : "0";
            return nulls.isEmpty() ? java : nulls + " ? " + zero + " : " + java;
        }
    }

    private record Candidate(Variable variable, StatePlan.Variable planned, Root root, int rank) {}

    /**
     * What {@link #select} has kept.
     *
     * @param variables in the order in which they were found
     * @param planned the same for the worker
     * @param entryRoots what they are read from at entry
     * @param exitRoots what they are read from at the exit
     * @param beyond names of those beyond the bound
     */
    record Selection(
            List<Variable> variables,
            List<StatePlan.Variable> planned,
            List<Root> entryRoots,
            List<Root> exitRoots,
            List<String> beyond) {}

    private final Hierarchy hierarchy;
    private final Predicate<String> nameable;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> identifiers = new HashSet<>();

    /**
     * @param names of the method's own variables, which no other gets in Java text
     * @param nameable whether Java text may name a class, by its internal name
     */
    VariableCollector(Hierarchy hierarchy, MethodVariables names, Predicate<String> nameable) {
        this.hierarchy = hierarchy;
        this.nameable = nameable;
        identifiers.addAll(names.names());
        names.parameters().forEach(parameter -> identifiers.add(parameter.name()));
    }

    /** Whether Java text has a variable of this name already. */
    boolean isIdentifier(String name) {
        return identifiers.contains(name);
    }

    /**
     * Adds a value.
     *
     * @param rank lower ones are kept first
     * @return whether the name was free
     */
    boolean add(Place place, Type type, int rank) {
        if (!taken.add(place.name())) {
            return false;
        }
        boolean reference = type.getSort() >= Type.ARRAY;
        boolean entry = place.moment() == Moment.ENTRY;
        keep(place, rank, reference ? 'L' : type.getDescriptor().charAt(0), new Variable(
                place.name(),
                valueType(type),
                place.receiver(),
                entry ? identifier(place.name()) : place.java(),
                entry ? place.guarded(type) : null,
                reference ? declaredType(type) : null));
        return true;
    }

    /**
     * Adds what the object at a place holds; on entry a copy of it, because the method may change it.
     *
     * @return whether the name was free
     */
    boolean addContents(Place holder, Contents contents, int rank) {
        String name = contentsName(holder, contents);
        if (!taken.add(name)) {
            return false;
        }
        String text = holder.java() + contents.text();
        String copy = null;
        if (holder.moment() == Moment.ENTRY) {
            String held = contents.copy().formatted(text);
            // A string is its own copy, null included.
            copy = held.equals(holder.java()) ? holder.guarded(Type.getType(Object.class)) : holder.nullsOfObject() + " ? null : " + held;
            text = identifier(holder.name() + contents.text() + (contents.type() == ValueType.TEXT ? "_text" : "_copy"));
        }
        Place place = new Place(
                holder.moment(), holder.root(), name, text, "", holder.name(), holder.append(contents.step()));
        keep(place, rank, contents.sort(), new Variable(name, contents.type(), holder.name(), text, copy, contents.javaType()));
        return true;
    }

    static String contentsName(Place holder, Contents contents) {
        return holder.name() + contents.text() + "[*]";
    }

    /** The index of the root is set when it is known what is kept. */
    private void keep(Place place, int rank, char sort, Variable variable) {
        StatePlan.Variable planned = new StatePlan.Variable(place.name(), sort, place.moment(), -1, place.steps());
        candidates.add(new Candidate(variable, planned, place.root(), rank));
    }

    private String identifier(String name) {
        String base = name.replace("()", "").replaceAll("[^\\p{javaJavaIdentifierPart}]", "_");
        String unique = base;
        while (!identifiers.add(unique)) {
            unique += "_";
        }
        return unique;
    }

    private static ValueType valueType(Type type) {
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
    String declaredType(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() < Type.ARRAY) {
            return type.getClassName();
        }
        String name = hierarchy.canonicalName(element.getInternalName());
        boolean named = nameable.test(element.getInternalName()) && JavaNames.isType(name);
        // An array of what cannot be named still is an array.
        return (named ? name : "java.lang.Object") + (type.getSort() == Type.ARRAY ? "[]".repeat(type.getDimensions()) : "");
    }

    /** Keeps at most that many variables, the nearest ones, and numbers the roots that these need. */
    Selection select(int maxVariables) {
        Set<Candidate> kept = new LinkedHashSet<>(
                candidates.stream().sorted(Comparator.comparingInt(Candidate::rank)).limit(maxVariables).toList());
        List<String> beyond = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        List<StatePlan.Variable> planned = new ArrayList<>();
        Map<Moment, List<Root>> roots = new EnumMap<>(Map.of(Moment.ENTRY, new ArrayList<>(), Moment.EXIT, new ArrayList<>()));
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
            planned.add(new StatePlan.Variable(template.name(), template.sort(), template.moment(), root, template.steps()));
        }
        return new Selection(variables, planned, roots.get(Moment.ENTRY), roots.get(Moment.EXIT), beyond);
    }
}
