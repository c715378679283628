package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Type of a variable: a value as Java declares it, or the contents of a string, array, collection or map.
 *
 * <p>{@link #REFERENCE} carries identity only: 0 is null, equal numbers of one state are the same object. {@link #TEXT} is what a
 * String holds. Contents of arrays and lists are <em>sequences</em>, those of other collections <em>bags</em>, which have no order.
 */
public enum ValueType {
    BOOLEAN("boolean"),
    BYTE("byte"),
    SHORT("short"),
    CHAR("char"),
    INT("int"),
    LONG("long"),
    FLOAT("float"),
    DOUBLE("double"),
    REFERENCE("reference"),
    TEXT("text"),
    BOOLEAN_SEQUENCE(BOOLEAN, "[]"),
    BYTE_SEQUENCE(BYTE, "[]"),
    SHORT_SEQUENCE(SHORT, "[]"),
    CHAR_SEQUENCE(CHAR, "[]"),
    INT_SEQUENCE(INT, "[]"),
    LONG_SEQUENCE(LONG, "[]"),
    FLOAT_SEQUENCE(FLOAT, "[]"),
    DOUBLE_SEQUENCE(DOUBLE, "[]"),
    REFERENCE_SEQUENCE(REFERENCE, "[]"),
    TEXT_SEQUENCE(TEXT, "[]"),
    BOOLEAN_BAG(BOOLEAN, "{}"),
    BYTE_BAG(BYTE, "{}"),
    SHORT_BAG(SHORT, "{}"),
    CHAR_BAG(CHAR, "{}"),
    INT_BAG(INT, "{}"),
    LONG_BAG(LONG, "{}"),
    FLOAT_BAG(FLOAT, "{}"),
    DOUBLE_BAG(DOUBLE, "{}"),
    REFERENCE_BAG(REFERENCE, "{}"),
    TEXT_BAG(TEXT, "{}");

    private static final Map<String, ValueType> BY_NOTATION =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ValueType::notation, Function.identity()));

    private final String notation;
    private final ValueType element;

    ValueType(String notation) {
        this.notation = notation;
        this.element = null;
    }

    ValueType(ValueType element, String brackets) {
        this.notation = element.notation + brackets;
        this.element = element;
    }

    /** As in schemas: {@code int}, {@code text}, {@code int[]} for a sequence, <code>int{}</code> for a bag. */
    @JsonValue
    public String notation() {
        return notation;
    }

    /**
     * The type of a notation.
     *
     * @throws IllegalArgumentException there is none
     */
    @JsonCreator
    public static ValueType of(String notation) {
        ValueType type = BY_NOTATION.get(notation);
        if (type == null) {
            throw new IllegalArgumentException("no type of a variable: " + notation);
        }
        return type;
    }

    /** The sequence of elements of a type, which is no sequence or bag itself. */
    public static ValueType sequence(ValueType element) {
        return of(element.notation + "[]");
    }

    /** The bag of elements of a type, which is no sequence or bag itself. */
    public static ValueType bag(ValueType element) {
        return of(element.notation + "{}");
    }

    /** Type of the elements of a sequence or bag; null for other types. */
    public ValueType element() {
        return element;
    }

    /** Whether it is what an array or list holds. */
    public boolean isSequence() {
        return element != null && notation.endsWith("[]");
    }

    /** Whether it is what a collection without order holds. */
    public boolean isBag() {
        return element != null && !isSequence();
    }

    /** Whether it is a text, a sequence or a bag. */
    public boolean isContents() {
        return this == TEXT || element != null;
    }
}
