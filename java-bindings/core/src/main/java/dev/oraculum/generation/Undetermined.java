package dev.oraculum.generation;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/**
 * Members of the JDK that give something else from run to run or from machine to machine: the time, a random number, the default of the
 * system. A test that calls one may pass today and fail tomorrow, and within the same second it looks as if it did not; so none calls one.
 */
final class Undetermined {
    private static final Set<String> ALL = Set.of();

    /** By owner, names or names with descriptors; {@link #ALL}: every member. */
    private static final Map<String, Set<String>> MEMBERS = Map.ofEntries(
            Map.entry("java/util/Date", Set.of("<init>()V")),
            Map.entry("java/util/Calendar", Set.of("getInstance")),
            Map.entry("java/util/GregorianCalendar", Set.of("<init>()V", "<init>(Ljava/util/TimeZone;)V", "<init>(Ljava/util/Locale;)V",
                    "<init>(Ljava/util/TimeZone;Ljava/util/Locale;)V", "getInstance")),
            Map.entry("java/util/Random", Set.of("<init>()V")),
            Map.entry("java/util/SplittableRandom", Set.of("<init>()V")),
            Map.entry("java/security/SecureRandom", ALL),
            Map.entry("java/util/concurrent/ThreadLocalRandom", ALL),
            Map.entry("java/util/UUID", Set.of("randomUUID")),
            Map.entry("java/lang/Math", Set.of("random")),
            Map.entry("java/lang/StrictMath", Set.of("random")),
            Map.entry("java/lang/System", ALL),
            Map.entry("java/lang/Runtime", ALL),
            Map.entry("java/lang/ProcessHandle", ALL),
            Map.entry("java/io/File", Set.of("createTempFile", "listRoots")),
            Map.entry("java/nio/charset/Charset", Set.of("defaultCharset")),
            Map.entry("java/util/Locale", Set.of("getDefault", "setDefault")),
            Map.entry("java/util/TimeZone", Set.of("getDefault", "setDefault")),
            Map.entry("java/time/ZoneId", Set.of("systemDefault")),
            Map.entry("java/time/Clock", Set.of(
                    "system", "systemUTC", "systemDefaultZone", "tickMillis", "tickSeconds", "tickMinutes")));

    private Undetermined() {}

    /** @param owner internal name of a class of the JDK */
    static boolean is(String owner, MethodNode method) {
        Set<String> members = MEMBERS.get(owner);
        if (members != null && (members.isEmpty() || members.contains(method.name) || members.contains(method.name + method.desc))) {
            return true;
        }
        boolean isNow = method.name.equals("now") || method.name.equals("dateNow");
        return isNow && owner.startsWith("java/time/") && !method.desc.startsWith("(Ljava/time/Clock;)");
    }
}
