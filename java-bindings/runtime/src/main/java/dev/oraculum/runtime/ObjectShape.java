package dev.oraculum.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How objects of a class are read without a call of code under test: of its own classes the fields, of the JDK's those that call nobody
 * when they are asked or iterated.
 *
 * @param name the class's, the same in every run
 * @param fields of FIELDS: by name, of equal names the subclass's first; else null
 */
record ObjectShape(String name, Kind kind, Field[] fields) {
    enum Kind {
        /** {@code toString} is its value. */
        TEXT,
        ORDERED,
        UNORDERED,
        ORDERED_MAP,
        UNORDERED_MAP,
        DATE,
        /** Another object of the JDK. */
        CLOSED,
        FIELDS
    }

    private static final Pattern GENERATED = Pattern.compile(
            "(?<=\\$\\$Lambda).*|/0x[0-9a-f]+$|(?<=\\$Proxy)\\d+$|(?<=GeneratedConstructorAccessor)\\d+$");

    private static final Set<String> BY_TEXT = Set.of(
            "java.math.BigInteger", "java.math.BigDecimal", "java.util.UUID", "java.io.File", "java.net.URI", "java.util.Locale",
            "java.util.regex.Pattern",
            "java.lang.StringBuilder", "java.lang.StringBuffer", "java.time.LocalDate", "java.time.LocalTime", "java.time.LocalDateTime",
            "java.time.Instant",
            "java.time.Duration", "java.time.Period", "java.time.ZonedDateTime", "java.time.OffsetDateTime", "java.time.ZoneOffset",
            "java.time.ZoneRegion",
            "java.time.Year", "java.time.YearMonth", "java.util.BitSet",
            "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.AtomicBoolean");

    private static final ClassValue<ObjectShape> SHAPES = new ClassValue<>() {
        @Override
        protected ObjectShape computeValue(Class<?> type) {
            Kind kind = kind(type.getName());
            String name = nameOf(type);
            if (kind != Kind.FIELDS) {
                return new ObjectShape(name, kind, null);
            }
            List<Field> fields = new ArrayList<>();
            try {
                for (Class<?> next = type; next != null && next.getClassLoader() != null; next = next.getSuperclass()) {
                    for (Field field : next.getDeclaredFields()) {
                        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && field.trySetAccessible()) {
                            fields.add(field);
                        }
                    }
                }
            } catch (LinkageError | RuntimeException unreadable) {
                return new ObjectShape(name, Kind.CLOSED, null);
            }
            fields.sort((a, b) -> a.getName().compareTo(b.getName()));
            return new ObjectShape(name, Kind.FIELDS, fields.toArray(Field[]::new));
        }
    };

    /** Of objects of exactly this class; not for arrays. */
    static ObjectShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** Without what differs from run to run: numbers and addresses of classes made while the program runs. */
    static String nameOf(Class<?> type) {
        if (type.isArray()) {
            return nameOf(type.getComponentType()) + "[]";
        }
        return GENERATED.matcher(type.getName()).replaceFirst("");
    }

    private static Kind kind(String name) {
        if (BY_TEXT.contains(name)) {
            return Kind.TEXT;
        }
        // Not TreeSet: one that is a view of another compares its elements while it is iterated.
        return switch (name) {
            case "java.util.Date" -> Kind.DATE;
            case "java.util.ArrayList", "java.util.LinkedList", "java.util.Arrays$ArrayList", "java.util.ArrayDeque", "java.util.Vector",
            "java.util.Stack",
            "java.util.LinkedHashSet", "java.util.RegularEnumSet", "java.util.Collections$EmptyList",
                            "java.util.Collections$SingletonList",
                    "java.util.Collections$EmptySet", "java.util.Collections$SingletonSet", "java.util.concurrent.CopyOnWriteArrayList",
                    "java.util.ImmutableCollections$List12", "java.util.ImmutableCollections$ListN" -> Kind.ORDERED;
            case "java.util.HashSet", "java.util.ImmutableCollections$Set12", "java.util.ImmutableCollections$SetN",
            "java.util.PriorityQueue" -> Kind.UNORDERED;
            case "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.EnumMap", "java.util.Collections$EmptyMap",
            "java.util.Collections$SingletonMap" -> Kind.ORDERED_MAP;
            case "java.util.HashMap", "java.util.Hashtable", "java.util.Properties", "java.util.concurrent.ConcurrentHashMap",
            "java.util.IdentityHashMap",
            "java.util.ImmutableCollections$Map1", "java.util.ImmutableCollections$MapN" -> Kind.UNORDERED_MAP;
            default -> name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.") || name.startsWith("sun.")
                    || name.startsWith("com.sun.") ? Kind.CLOSED : Kind.FIELDS;
        };
    }
}
