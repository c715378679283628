package dev.oraculum.evaluation.specifications;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The state of an object and of all that it holds, as a text: equal texts, equal states. */
final class ObjectState {
    private ObjectState() {}

    static String of(Object object, SubjectClasses classes) {
        StringBuilder text = new StringBuilder();
        write(object, new Heap(classes), new IdentityHashMap<>(), text);
        return text.toString();
    }

    private static void write(Object object, Heap heap, Map<Object, Integer> seen, StringBuilder text) {
        if (!heap.isContainer(object)) {
            text.append(object).append(';');
            return;
        }
        Integer place = seen.putIfAbsent(object, seen.size());
        if (place != null) {
            text.append('#').append(place).append(';');
            return;
        }
        text.append(object.getClass().getSimpleName()).append('{');
        if (heap.isSubject(object)) {
            for (Field field : Heap.fields(object)) {
                text.append(field.getName()).append('=');
                write(Heap.get(field, object), heap, seen, text);
            }
        } else {
            for (Object element : elements(object)) {
                write(element, heap, seen, text);
            }
        }
        text.append('}');
    }

    private static List<Object> elements(Object object) {
        if (object instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        List<Object> elements = new ArrayList<>();
        if (object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                elements.add(key);
                elements.add(value);
            });
        } else {
            for (int i = 0; i < Array.getLength(object); i++) {
                elements.add(Array.get(object, i));
            }
        }
        return elements;
    }
}
