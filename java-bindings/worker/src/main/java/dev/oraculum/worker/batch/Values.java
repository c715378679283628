package dev.oraculum.worker.batch;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/**
 * Values as an answer says them. No code under test runs, and of its objects the class is said; only an observation asks its containers.
 */
final class Values {
    private static final int NOTHING = 0;
    private static final int NULL = 1;
    private static final int ENUM = 30;
    private static final int OTHER = 31;
    private static final int ARRAY = 32;
    private static final int CONTAINER = 33;
    private static final int SAME = 34;
    private static final int CLASS = 35;
    private static final int OPTIONAL = 36;
    private static final int THROWN = 37;
    private static final int STATE = 38;

    // What is said of the contents of a container.
    private static final int UNSAID = 0;
    private static final int LIST = 1;
    private static final int SET = 2;
    private static final int MAP = 3;

    /** Elements of an array or a container that are said; the assertions that people write have fewer. */
    private static final int MAX_ELEMENTS = 16;
    /** Code units of a text; of a longer one its class is said. */
    private static final int MAX_TEXT = 10_000;
    private static final int MAX_DEPTH = 3;

    /** Classes of the JDK whose size is their own affair: a view asks the collection behind it, which may be anybody's. */
    private static final Set<String> CONTAINERS = Set.of(
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Hashtable",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.ImmutableCollections$Map1",
            "java.util.ImmutableCollections$MapN",
            "java.util.ImmutableCollections$Set12",
            "java.util.ImmutableCollections$SetN",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.PriorityQueue",
            "java.util.Stack",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.Vector");

    private Values() {}

    /** Of a statement that gives nothing. */
    static void writeNothing(AnswerOutput out) {
        out.write(NOTHING);
    }

    static void write(Object value, AnswerOutput out) {
        write(value, out, 0);
    }

    /**
     * Of an observation: containers of the program, and views of the JDK behind which there may be some, say what is in them, too. One that
     * cannot be asked is an object as others are.
     */
    static void writeObserved(Object value, AnswerOutput out) {
        boolean asked = (value instanceof Collection<?> || value instanceof Map<?, ?>) && !CONTAINERS.contains(value.getClass().getName());
        if (!asked || !writeAsked(value, out)) {
            write(value, out);
        }
    }

    private static boolean writeAsked(Object container, AnswerOutput out) {
        int begin = out.size();
        try {
            out.write(CONTAINER);
            out.text(container.getClass().getName());
            writeContents(container, out, 0);
            return true;
        } catch (RuntimeException e) {
            out.cut(begin);
            return false;
        }
    }

    /** That it is the object of an earlier statement. */
    static void writeSame(int slot, AnswerOutput out) {
        out.write(SAME);
        out.number(slot);
    }

    /** Of an observation that gave nothing but this. */
    static void writeThrown(Throwable thrown, AnswerOutput out) {
        out.write(THROWN);
        out.text(thrown.getClass().getName());
    }

    /** Of an object: its fields, of each its path and its value. */
    static void writeState(int count, AnswerOutput fields, AnswerOutput out) {
        out.write(STATE);
        out.number(count);
        out.append(fields);
    }

    /** Whether it matters which object a value is, and not only what it says. */
    static boolean hasIdentity(Object value) {
        return value != null && !isPlain(value) && !(value instanceof Class<?>) && !(value instanceof Optional<?>);
    }

    /** Primitives, boxed or not, texts, and constants of enums. */
    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Enum<?> || value instanceof Boolean || value instanceof Character
                || value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long
                || value instanceof Float || value instanceof Double;
    }

    /** Whether Java source can name a class, as far as only a JVM knows: of the program's own classes the engine has type facts. */
    private static boolean isNameable(Class<?> type) {
        if (type.isArray()) {
            return isNameable(type.getComponentType());
        }
        boolean isPublic = true;
        for (Class<?> around = type; around != null; around = around.getEnclosingClass()) {
            isPublic &= Modifier.isPublic(around.getModifiers());
        }
        boolean ofProgram = type.getClassLoader() == ClassLoader.getSystemClassLoader();
        return !type.isAnonymousClass() && !type.isLocalClass() && !type.isHidden()
                && (ofProgram || isPublic && type.getModule().isExported(type.getPackageName()));
    }

    private static void write(Object value, AnswerOutput out, int depth) {
        if (value == null) {
            out.write(NULL);
        } else if (!writePlain(value, out)) {
            Class<?> type = value.getClass();
            if (value instanceof Enum<?> constant && isNameable(constant.getDeclaringClass())) {
                out.write(ENUM);
                out.text(constant.getDeclaringClass().getName());
                out.text(constant.name());
            } else if (type.isArray() && depth < MAX_DEPTH) {
                writeArray(value, out, depth);
            } else if (CONTAINERS.contains(type.getName())) {
                out.write(CONTAINER);
                out.text(type.getName());
                writeContents(value, out, depth);
            } else if (value instanceof Class<?> named && isNameable(named)) {
                out.write(CLASS);
                out.text(named.getName());
            } else if (value instanceof Optional<?> optional && depth < MAX_DEPTH) {
                out.write(OPTIONAL);
                out.write(optional.isPresent() ? 1 : 0);
                optional.ifPresent(inner -> write(inner, out, depth + 1));
            } else {
                out.write(OTHER);
                out.text(type.getName());
            }
        }
    }

    /**
     * The size, and the contents if they are few and plain: in their order where it is the container's own, else in one of ours. The size
     * is asked once: a thread of the program may be changing the container all the while.
     */
    private static void writeContents(Object container, AnswerOutput out, int depth) {
        int size = container instanceof Map<?, ?> map ? map.size() : ((Collection<?>) container).size();
        if (size < 0) {
            throw new IllegalStateException("a container of " + size + " elements");
        }
        // Of queues neither the order is their affair nor are they equal to each other.
        int kind = container instanceof Map<?, ?> ? MAP : container instanceof List<?> ? LIST : container instanceof Set<?> ? SET : UNSAID;
        List<byte[]> elements = List.of();
        if (size <= MAX_ELEMENTS && kind != UNSAID) {
            try {
                elements = plainElements(container, depth);
            } catch (ConcurrentModificationException | NoSuchElementException e) {
                kind = UNSAID;
            }
        }
        out.number(size);
        writeAll(elements, size, kind, out);
    }

    /** Fewer than there are, where some are not plain. */
    private static List<byte[]> plainElements(Object container, int depth) {
        List<byte[]> elements = new ArrayList<>();
        int seen = 0;
        if (container instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                seen = next(seen);
                if (isPlain(entry.getKey()) && isPlain(entry.getValue())) {
                    elements.add(bytes(depth, entry.getKey(), entry.getValue()));
                }
            }
            return elements;
        }
        for (Object element : (Collection<?>) container) {
            seen = next(seen);
            if (isPlain(element) || container instanceof List<?> && element == null) {
                elements.add(bytes(depth, element));
            }
        }
        return elements;
    }

    /** What says that it has few elements may give some for ever. */
    private static int next(int seen) {
        if (seen == MAX_ELEMENTS) {
            throw new NoSuchElementException("it has more elements than it says");
        }
        return seen + 1;
    }

    private static void writeAll(List<byte[]> elements, int size, int kind, AnswerOutput out) {
        if (kind == UNSAID || elements.size() != size) {
            out.write(UNSAID);
            return;
        }
        if (kind != LIST) {
            elements.sort(Arrays::compareUnsigned);
        }
        out.write(kind);
        elements.forEach(out::append);
    }

    private static byte[] bytes(int depth, Object... values) {
        AnswerOutput out = new AnswerOutput();
        for (Object value : values) {
            write(value, out, depth + 1);
        }
        return out.toByteArray();
    }

    private static void writeArray(Object array, AnswerOutput out, int depth) {
        int length = Array.getLength(array);
        out.write(ARRAY);
        out.text(array.getClass().getName());
        out.number(length);
        for (int i = 0; i < Math.min(length, MAX_ELEMENTS); i++) {
            write(Array.get(array, i), out, depth + 1);
        }
    }

    /** Primitives, boxed or not, and texts: the tag of their statement and one. */
    private static boolean writePlain(Object value, AnswerOutput out) {
        if (value instanceof Boolean truth) {
            out.write(Statements.BOOLEAN + 1);
            out.number(truth ? 1 : 0);
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            int tag = value instanceof Byte ? Statements.BYTE : value instanceof Short ? Statements.SHORT : value instanceof Integer
                    ? Statements.INT : Statements.LONG;
            out.write(tag + 1);
            out.signed(((Number) value).longValue());
        } else if (value instanceof Character character) {
            out.write(Statements.CHAR + 1);
            out.number(character);
        } else if (value instanceof Float number) {
            out.write(Statements.FLOAT + 1);
            out.bigEndian(Float.floatToIntBits(number), Float.BYTES);
        } else if (value instanceof Double number) {
            out.write(Statements.DOUBLE + 1);
            out.bigEndian(Double.doubleToLongBits(number), Double.BYTES);
        } else if (value instanceof String text && text.length() <= MAX_TEXT) {
            out.write(Statements.STRING + 1);
            out.text(text);
        } else {
            return false;
        }
        return true;
    }
}
