package dev.oraculum.capture;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.StepKind;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * What can be recorded of the contents of a string, an array, or one of the JDK's collections and maps.
 *
 * @param text what follows the reference to name what holds the contents: empty, {@code .keySet()} or {@code .values()}
 * @param type text, sequence or bag
 * @param step how it is read
 * @param javaType the holder's type in source
 * @param copy Java text of a copy with {@code %s} for the holder
 */
record Contents(String text, ValueType type, Step step, String javaType, String copy) {
    private static final Map<String, ValueType> BOXES = Map.of(
            "java/lang/Boolean", ValueType.BOOLEAN,
            "java/lang/Byte", ValueType.BYTE,
            "java/lang/Short", ValueType.SHORT,
            "java/lang/Character", ValueType.CHAR,
            "java/lang/Integer", ValueType.INT,
            "java/lang/Long", ValueType.LONG,
            "java/lang/Float", ValueType.FLOAT,
            "java/lang/Double", ValueType.DOUBLE);

    private static final String STRING = "java/lang/String";

    /** The contents that a value of a reference type has; none for most types. */
    static List<Contents> of(Hierarchy hierarchy, Type type, TypeArguments arguments, String nameOfArray) {
        if (type.getSort() == Type.ARRAY) {
            Type element = Type.getType(type.getDescriptor().substring(1));
            ValueType of = element.getSort() < Type.ARRAY
                    ? ValueType.of(element.getClassName())
                    : elements(element.getSort() == Type.OBJECT ? element.getInternalName() : null);
            return List.of(new Contents("", ValueType.sequence(of), step(StepKind.ELEMENTS, of), nameOfArray, "%s.clone()"));
        }
        String name = type.getInternalName();
        if (name.equals(STRING)) {
            return List.of(new Contents("", ValueType.TEXT, step(StepKind.ELEMENTS, ValueType.TEXT), "java.lang.String", "%s"));
        }
        if (hierarchy.isProject(name)) {
            return List.of(); // Its instances are no collections of the JDK.
        }
        if (hierarchy.isSubtype(name, "java/util/Map")) {
            return List.of(
                    collection(".keySet()", StepKind.KEYS, "Set", arguments.of(0, 2).orElse(null)),
                    collection(".values()", StepKind.VALUES, "Collection", arguments.of(1, 2).orElse(null)));
        }
        for (String kind : List.of("List", "Set", "Collection")) {
            if (hierarchy.isSubtype(name, "java/util/" + kind)) {
                return List.of(collection("", StepKind.ELEMENTS, kind, arguments.of(0, 1).orElse(null)));
            }
        }
        return List.of();
    }

    private static Contents collection(String text, StepKind kind, String java, String elementClass) {
        ValueType element = elements(elementClass);
        ValueType type = java.equals("List") ? ValueType.sequence(element) : ValueType.bag(element);
        String argument = element == ValueType.REFERENCE ? "?" : elementClass.replace('/', '.');
        String copy = "new java.util." + (java.equals("Set") ? "LinkedHashSet" : "ArrayList") + "<>(%s)";
        return new Contents(text, type, step(kind, element), "java.util." + java + "<" + argument + ">", copy);
    }

    private static Step step(StepKind kind, ValueType element) {
        return Step.contents(kind, Sorts.of(element));
    }

    private static ValueType elements(String className) {
        if (STRING.equals(className)) {
            return ValueType.TEXT;
        }
        return className == null ? ValueType.REFERENCE : BOXES.getOrDefault(className, ValueType.REFERENCE);
    }

    /** What the plan calls the type. */
    char sort() {
        return Sorts.of(type);
    }
}
