package dev.oraculum.runtime;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;

/**
 * Copies what a string, an array, a collection or a map holds, as far as its bounds allow.
 *
 * <p>Of collections and maps only the JDK's own are read, and only by iterating: {@code get} and the like may change one (a
 * LinkedHashMap in access order) or call code under test.
 */
final class ContentsReader {
    /** Whether instances of a class may be iterated: then nobody but the JDK runs, and the same elements come again. */
    private static final ClassValue<Boolean> READABLE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            // What a WeakHashMap holds depends on the garbage collector.
            return name.startsWith("java.util.") && !name.startsWith("java.util.WeakHashMap");
        }
    };

    private final StatePlan.StepKind kind;
    private final char element;
    private final StatePlan.Limits limits;
    private final ArrayCopies copies;

    ContentsReader(StatePlan.Step step, StatePlan.Limits limits, ArrayCopies copies) {
        this.kind = step.kind();
        this.element = step.descriptor().charAt(0);
        this.limits = limits;
        this.copies = copies;
    }

    /**
     * The contents of a string, array, collection or map.
     *
     * @return a String; a primitive array of the same type ({@link ArrayCopies}); of boxes a long[] with their record bits; a String[]; or
     *     an Object[] of references; null if it is too long or no class that is read
     * @throws RuntimeException if it cannot be iterated, or holds what its declaration does not allow
     */
    Object copy(Object holder) {
        if (holder instanceof String text) {
            return text.length() > limits.textLimit() ? null : text;
        }
        if (holder.getClass().isArray()) {
            return holder instanceof Object[] objects ? ofObjects(objects) : ofPrimitives(holder);
        }
        if (!READABLE.get(holder.getClass())) {
            return null;
        }
        return switch (kind) {
            case KEYS -> ofCollection(((Map<?, ?>) holder).keySet());
            case VALUES -> ofCollection(((Map<?, ?>) holder).values());
            default -> ofCollection((Collection<?>) holder);
        };
    }

    /** Whether copying calls methods of the holder: a view of the JDK's may pass them on to a collection of the program. */
    static boolean iterates(Object holder) {
        return !(holder instanceof String) && !holder.getClass().isArray();
    }

    private Object ofObjects(Object[] objects) {
        if (objects.length > limits.contentsLimit()) {
            return null;
        }
        Copy copy = new Copy(objects.length);
        for (Object object : objects) {
            if (!copy.add(object)) {
                return null;
            }
        }
        return copy.elements();
    }

    private Object ofCollection(Collection<?> collection) {
        int size = collection.size();
        if (size > limits.contentsLimit()) {
            return null;
        }
        Copy copy = new Copy(size);
        for (Object object : collection) {
            if (!copy.add(object)) {
                return null;
            }
        }
        return copy.isFull() ? copy.elements() : null;
    }

    private Object ofPrimitives(Object array) {
        return Array.getLength(array) > limits.contentsLimit() ? null : copies.of(array);
    }

    /** Elements on their way into one of the three forms of contents. */
    private final class Copy {
        private final long[] numbers;
        private final Object[] references;
        private int count;

        Copy(int size) {
            numbers = element == 'L' || element == 'T' ? null : new long[size];
            references = element == 'L' ? new Object[size] : element == 'T' ? new String[size] : null;
        }

        /** Whether there was room for it, and it is not too long itself. */
        boolean add(Object object) {
            if (count == (numbers == null ? references.length : numbers.length)) {
                return false;
            }
            if (numbers != null) {
                numbers[count++] = unbox(object);
                return true;
            }
            boolean fits = element == 'L' || object == null || ((String) object).length() <= limits.textLimit();
            if (fits) {
                references[count++] = object;
            }
            return fits;
        }

        boolean isFull() {
            return count == (numbers == null ? references.length : numbers.length);
        }

        Object elements() {
            return numbers == null ? references : numbers;
        }

        /** Strictly by the declared type: a null, or what an unchecked cast put there, has no value of it. */
        private long unbox(Object box) {
            return switch (element) {
                case 'Z' -> (Boolean) box ? 1 : 0;
                case 'B' -> (Byte) box;
                case 'S' -> (Short) box;
                case 'C' -> (Character) box;
                case 'I' -> (Integer) box;
                case 'J' -> (Long) box;
                case 'F' -> Double.doubleToLongBits((Float) box);
                default -> Double.doubleToLongBits((Double) box);
            };
        }
    }
}
