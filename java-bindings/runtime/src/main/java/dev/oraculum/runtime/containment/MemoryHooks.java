package dev.oraculum.runtime.containment;

import dev.oraculum.runtime.containment.Deed.Kind;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code sun.misc.Unsafe} asks before it reads or writes memory. Beyond the ends of an array there is something else of this JVM: code
 * that writes there changes what is not its own, or ends the JVM a while later. Of other objects, and of memory outside of the heap, nobody
 * knows the ends.
 */
public final class MemoryHooks {
    /** Where the elements of an array begin, and how many bytes one takes. */
    private record Layout(long base, long scale) {}

    /** By class of the elements; {@code Object} stands for all references. */
    private static final Map<Class<?>, Layout> LAYOUTS = layouts();

    private MemoryHooks() {}

    private static Map<Class<?>, Layout> layouts() {
        Map<Class<?>, Layout> layouts = new HashMap<>();
        for (Class<?> type : new Class<?>[] {
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, Object.class
        }) {
            String prefix = "ARRAY_" + (type == Object.class ? "OBJECT" : type.getName().toUpperCase(Locale.ROOT));
            try {
                Class<?> unsafe = Class.forName("sun.misc.Unsafe");
                layouts.put(type, new Layout(
                        ((Number) unsafe.getField(prefix + "_BASE_OFFSET").get(null)).longValue(),
                        unsafe.getField(prefix + "_INDEX_SCALE").getInt(null)));
            } catch (ReflectiveOperationException | RuntimeException e) {
                // A JDK without these has no Unsafe that would ask.
            }
        }
        return Map.copyOf(layouts);
    }

    public static void byteAt(Object base, long offset) {
        bytes(base, offset, Byte.BYTES);
    }

    public static void shortAt(Object base, long offset) {
        bytes(base, offset, Short.BYTES);
    }

    public static void intAt(Object base, long offset) {
        bytes(base, offset, Integer.BYTES);
    }

    public static void longAt(Object base, long offset) {
        bytes(base, offset, Long.BYTES);
    }

    public static void copy(Object from, long fromOffset, Object to, long toOffset, long count) {
        bytes(from, fromOffset, count);
        bytes(to, toOffset, count);
    }

    /**
     * Some bytes of an object.
     *
     * @param base null: the offset is an address outside of the heap, which is let through
     */
    public static void bytes(Object base, long offset, long count) {
        if (isOutside(base, offset, count) && Containment.applies()) {
            Containment.check(Kind.MEMORY, "beyond " + base.getClass().getSimpleName());
        }
    }

    private static boolean isOutside(Object base, long offset, long count) {
        // Of no bytes nothing is touched, or the JDK refuses.
        Class<?> element = base == null || count <= 0 ? null : base.getClass().getComponentType();
        if (element == null) {
            return false;
        }
        Layout layout = LAYOUTS.get(element.isPrimitive() ? element : Object.class);
        return layout != null && (offset < layout.base() || count > layout.base() + layout.scale() * Array.getLength(base) - offset);
    }
}
