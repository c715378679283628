package pkg;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What a field of a bean is in a table, as libraries that map beans have it: without a {@code Field} there is none. */
public class Column {
    private final Field field;
    private final String separator;
    private List<String> notes = List.of();
    private int width = 8;

    public Column(Field field) {
        if (Collection.class.isAssignableFrom(field.getType())) {
            separator = "|";
        } else if (field.getType().isPrimitive()) {
            separator = "";
        } else {
            separator = ",";
        }
        this.field = field;
    }

    public String head() {
        return field.getName().toUpperCase(Locale.ROOT) + separator;
    }

    /** What a method takes beside the object. */
    public static int arguments(Method method) {
        return Modifier.isStatic(method.getModifiers()) ? method.getParameterCount() - 1 : method.getParameterCount();
    }

    /** Whether a bean can be made from one value. */
    public static boolean isMadeOfOne(Constructor<?> constructor) {
        return constructor.getParameterCount() == 1;
    }

    /** How many of the widths fit, in their order. */
    public int fitting(short[] widths) {
        int left = width;
        int count = 0;
        for (short one : widths) {
            if (one <= 0) {
                return -1;
            }
            left -= one;
            if (left < 0) {
                return count;
            }
            count++;
        }
        return count;
    }

    public List<String> notes() {
        return notes;
    }
}
