package dev.oraculum.verification;

import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.capture.Sorts;
import dev.oraculum.runtime.states.Held;
import dev.oraculum.runtime.states.Held.Kind;

/**
 * What stands for the object that held recorded contents: a string, an array or a collection of the declared kind.
 *
 * @param javaType its type in source; elements that are references count as Object, whatever their class: only their identity was recorded
 * @param held what it is
 */
record Holder(String javaType, Held held) {

    /** What held the contents of that variable; without a declared type the simplest that can. */
    static Holder of(Variable contents) {
        ValueType type = contents.type();
        if (type == ValueType.TEXT) {
            return new Holder("java.lang.String", new Held(Kind.STRING, 'T'));
        }
        char element = Sorts.of(type.element());
        String elementClass = Held.elementClass(element).getName();
        String declared = contents.javaType();
        if (declared == null ? type.isSequence() : declared.endsWith("[]")) {
            boolean primitive = element != 'L' && element != 'T' && (declared == null || !declared.startsWith("java.lang."));
            return primitive
                    ? new Holder(type.element().notation() + "[]", new Held(Kind.PRIMITIVE_ARRAY, element))
                    : new Holder(elementClass + "[]", new Held(element == 'L' ? Kind.REFERENCE_ARRAY : Kind.OBJECT_ARRAY, element));
        }
        String argument = element == 'L' ? "<?>" : "<" + elementClass + ">";
        boolean set = !type.isSequence() && declared != null && declared.startsWith("java.util.Set");
        Kind kind = type.isSequence() ? Kind.LIST : set ? Kind.SET : Kind.COLLECTION;
        return new Holder("java.util." + (kind == Kind.LIST ? "List" : set ? "Set" : "Collection") + argument, new Held(kind, element));
    }
}
