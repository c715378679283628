package dev.oraculum.facts;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Methods of the JDK whose effects are taken as known: natives that have no code to analyse, and read-only methods of
 * interfaces and much overridden classes, by their contract.
 */
final class KnownMethods {
    private static final long NOTHING = 0;
    private static final long RECEIVER = 1;
    private static final long THIRD = 4;

    /** By owner and name: the arguments they write. */
    private static final Map<String, Long> WRITES = Map.ofEntries(
            Map.entry("java/lang/Object.getClass", NOTHING),
            Map.entry("java/lang/Object.clone", NOTHING),
            Map.entry("java/lang/Class.isArray", NOTHING),
            Map.entry("java/lang/Class.isInstance", NOTHING),
            Map.entry("java/lang/Class.isInterface", NOTHING),
            Map.entry("java/lang/Class.isPrimitive", NOTHING),
            Map.entry("java/lang/Class.isAssignableFrom", NOTHING),
            Map.entry("java/lang/Class.desiredAssertionStatus", NOTHING),
            Map.entry("java/lang/Class.getComponentType", NOTHING),
            Map.entry("java/lang/Float.floatToRawIntBits", NOTHING),
            Map.entry("java/lang/Float.intBitsToFloat", NOTHING),
            Map.entry("java/lang/Double.doubleToRawLongBits", NOTHING),
            Map.entry("java/lang/Double.longBitsToDouble", NOTHING),
            Map.entry("java/lang/System.arraycopy", THIRD),
            Map.entry("java/lang/Throwable.<init>", RECEIVER),
            Map.entry("java/lang/Throwable.fillInStackTrace", RECEIVER),
            Map.entry("java/lang/reflect/Array.getLength", NOTHING),
            Map.entry("java/lang/reflect/Array.newArray", NOTHING),
            // Cached hash and lazily built index checks: writes or reflection that no caller can observe.
            Map.entry("java/lang/String.hashCode", NOTHING),
            Map.entry("java/util/Objects.checkIndex", NOTHING),
            Map.entry("jdk/internal/util/Preconditions.checkIndex", NOTHING));

    /** Owners all of whose natives compute a number from their arguments. */
    private static final Set<String> NUMERIC_NATIVES = Set.of("java/lang/StrictMath", "java/lang/Math");

    /** Read-only by contract for every type below the key. */
    private static final Map<String, Set<String>> CONTRACTS = Map.of(
            "java/util/Collection", Set.of("size", "isEmpty"),
            "java/util/Map", Set.of("size", "isEmpty"),
            "java/util/List", Set.of("get"),
            "java/lang/CharSequence", Set.of("length", "isEmpty", "charAt"));

    private KnownMethods() {}

    /** The arguments that a JDK method writes, if they are known without looking at its code. */
    static OptionalLong written(String owner, String name) {
        Long written = WRITES.get(owner + "." + name);
        return written == null ? OptionalLong.empty() : OptionalLong.of(written);
    }

    /** Whether a native method only computes. */
    static boolean isNumericNative(String owner) {
        return NUMERIC_NATIVES.contains(owner);
    }

    /** Whether a call on a receiver of that JDK type is read-only by contract. */
    static boolean isReadOnlyByContract(Hierarchy hierarchy, String owner, String name) {
        return CONTRACTS.entrySet().stream()
                .anyMatch(contract -> contract.getValue().contains(name) && hierarchy.isSubtype(owner, contract.getKey()));
    }
}
