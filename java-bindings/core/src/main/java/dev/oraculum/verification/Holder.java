package dev.oraculum.verification;

import dev.oraculum.api.ValueType;
import dev.oraculum.api.Variable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The object that stands for what held recorded contents: a string, an array or a collection of the declared kind.
 *
 * @param type of the contents
 * @param javaType the object's type in source; elements that are references count as Object, whatever their class: only their identity was recorded
 * @param kind what it is
 */
record Holder(ValueType type, String javaType, Kind kind) {
    /** From the least to the most specific, for an object that several variables refer to. */
    private enum Kind {
        COLLECTION,
        LIST,
        SET,
        REFERENCE_ARRAY,
        ARRAY,
        STRING
    }

    /** What held the contents of that variable; without a declared type the simplest that can. */
    static Holder of(Variable contents) {
        ValueType type = contents.type();
        if (type == ValueType.TEXT) {
            return new Holder(type, "java.lang.String", Kind.STRING);
        }
        ValueType element = type.element();
        String declared = contents.javaType();
        if (declared == null ? type.isSequence() : declared.endsWith("[]")) {
            boolean boxes = declared != null && declared.startsWith("java.lang.") && isPrimitive(element);
            return element == ValueType.REFERENCE
                    ? new Holder(type, "java.lang.Object[]", Kind.REFERENCE_ARRAY)
                    : new Holder(type, (isPrimitive(element) && !boxes ? element.notation() : elementClass(element).getName()) + "[]", Kind.ARRAY);
        }
        String argument = element == ValueType.REFERENCE ? "<?>" : "<" + elementClass(element).getName() + ">";
        if (type.isSequence()) {
            return new Holder(type, "java.util.List" + argument, Kind.LIST);
        }
        boolean set = declared != null && declared.startsWith("java.util.Set");
        return new Holder(type, "java.util." + (set ? "Set" : "Collection") + argument, set ? Kind.SET : Kind.COLLECTION);
    }

    boolean isMoreSpecificThan(Holder other) {
        return kind.compareTo(other.kind) > 0;
    }

    private static boolean isPrimitive(ValueType element) {
        return element != ValueType.REFERENCE && element != ValueType.TEXT;
    }

    /** The box of a primitive type, String or Object. */
    private static Class<?> elementClass(ValueType element) {
        return switch (element) {
            case BOOLEAN -> Boolean.class;
            case BYTE -> Byte.class;
            case SHORT -> Short.class;
            case CHAR -> Character.class;
            case INT -> Integer.class;
            case LONG -> Long.class;
            case FLOAT -> Float.class;
            case DOUBLE -> Double.class;
            case TEXT -> String.class;
            default -> Object.class;
        };
    }

    /** A holder of so many elements, to be filled, because an array or collection may hold itself. A string is whole at once. */
    Object empty(Object contents) {
        return switch (kind) {
            // Not the same string for equal contents: it has an identity of its own.
            case STRING -> new String(((String) contents).toCharArray());
            case ARRAY, REFERENCE_ARRAY -> Array.newInstance(component(), ((List<?>) contents).size());
            // Of elements that are references only the identity is known.
            case SET -> type.element() == ValueType.REFERENCE ? Collections.newSetFromMap(new IdentityHashMap<>()) : new LinkedHashSet<>();
            case LIST, COLLECTION -> new ArrayList<>();
        };
    }

    private Class<?> component() {
        Class<?> boxed = elementClass(type.element());
        boolean primitive = isPrimitive(type.element()) && javaType.indexOf('.') < 0;
        return primitive ? java.lang.invoke.MethodType.methodType(boxed).unwrap().returnType() : boxed;
    }

    /** Puts elements, boxed, into what {@link #empty} made for as many. */
    void fill(Object holder, List<?> elements) {
        if (holder instanceof Collection<?>) {
            @SuppressWarnings("unchecked")
            Collection<Object> collection = (Collection<Object>) holder;
            collection.addAll(elements);
        } else {
            for (int i = 0; i < elements.size(); i++) {
                Array.set(holder, i, elements.get(i));
            }
        }
    }
}
