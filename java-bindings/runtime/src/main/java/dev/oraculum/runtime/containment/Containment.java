package dev.oraculum.runtime.containment;

import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.containment.Deed.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The policy of this JVM: on the original program nothing is refused and everything noted; on a mutant what its scratch folder, the
 * settings and the deeds of the same test on the original do not cover is refused.
 *
 * <p>The worker says what runs: {@code install; for each unit { beginUnit; for each test { beginTest; .. endTest } endUnit }}. Threads that
 * code under test starts are under the policy, whenever they act; the worker's own are not. The policy keeps faults in, not attackers out:
 * code that knows this class can call it, too.
 */
public final class Containment {
    /** Deeds of one test that are kept. */
    private static final int MOST_DEEDS = 200;
    /** Where anyone may write. */
    private static final Set<String> SINKS = Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

    /** What runs now. */
    private enum Phase {
        /** No unit: nothing is noted or refused. */
        IDLE,
        ORIGINAL,
        MUTANT
    }

    /**
     * What one test, or what ran outside of tests, did; of a mutant: what it was refused.
     *
     * @param deeds in the order of their first time, at most {@value #MOST_DEEDS}
     * @param refused whether something was refused
     * @param elsewhere whether that was on another thread than the test's: when it came says nothing about which states came before it
     */
    public record Account(List<Deed> deeds, boolean refused, boolean elsewhere) {
        public Account {
            deeds = List.copyOf(deeds);
        }
    }

    private static volatile Phase phase = Phase.IDLE;
    private static volatile boolean installed;
    private static volatile Thread[] exempt = {};
    /** Whether this thread is inside of the policy: what it does there is ours. */
    private static final ThreadLocal<Boolean> INSIDE = new ThreadLocal<>();

    // Set by install.
    private static String scratch = "";
    private static List<String> writable = List.of();
    private static Set<Kind> allowed = EnumSet.noneOf(Kind.class);

    // Guarded by the class.
    private static Overlay overlay;
    private static Set<Deed> grantedToUnit = Set.of();
    private static Set<Deed> grantedToTest = Set.of();
    private static Set<Deed> deeds = new LinkedHashSet<>();
    private static Set<Deed> outside = new LinkedHashSet<>();
    private static Thread testThread;
    private static boolean inTest;
    private static boolean refused;
    private static boolean refusedOutside;
    private static boolean elsewhere;
    private static volatile int refusals;
    private static final Deque<Runnable> undo = new ArrayDeque<>();

    private Containment() {}

    // ---- the worker says ----------------------------------------------------------------------------------------

    /** A thread of the worker's own, to which the policy does not apply. */
    public static synchronized void exempt(Thread thread) {
        Thread[] more = Arrays.copyOf(exempt, exempt.length + 1);
        more[exempt.length] = thread;
        exempt = more;
    }

    /**
     * From now on the JVM ends by threads of the worker only.
     *
     * @param scratchFolder where mutants may write; exists
     * @param allow {@code write=FOLDER}, {@code process}, {@code net}, {@code native}, {@code global}, {@code descriptor}, {@code memory}:
     *     what mutants may do
     * @throws IOException the scratch folder cannot be resolved
     */
    public static synchronized void install(String scratchFolder, List<String> allow) throws IOException {
        String real = RealPaths.of(scratchFolder, true);
        List<String> folders = new ArrayList<>(List.of(real));
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (String entry : allow) {
            if (entry.startsWith("write=")) {
                folders.add(RealPaths.of(entry.substring("write=".length()), true));
            } else {
                for (Kind kind : Kind.values()) {
                    if (kind != Kind.EXIT && kind != Kind.WRITE && kind.word().equals(entry)) {
                        kinds.add(kind);
                    }
                }
            }
        }
        scratch = real;
        writable = List.copyOf(folders);
        allowed = kinds;
        overlay = new Overlay(Path.of(real, ".oraculum-overlay-" + ProcessHandle.current().pid()));
        installed = true;
    }

    /**
     * A unit starts.
     *
     * @param mutant whether on a mutant
     * @param granted deeds that the whole unit may do
     */
    public static synchronized void beginUnit(boolean mutant, List<Deed> granted) {
        grantedToUnit = Set.copyOf(granted);
        outside = new LinkedHashSet<>();
        refusedOutside = false;
        endTest();
        phase = !installed ? Phase.IDLE : mutant ? Phase.MUTANT : Phase.ORIGINAL;
    }

    /**
     * A test starts, on this thread.
     *
     * @param granted deeds that it may do beside the unit's
     */
    public static synchronized void beginTest(List<Deed> granted) {
        INSIDE.remove();
        grantedToTest = Set.copyOf(granted);
        deeds = new LinkedHashSet<>();
        testThread = Thread.currentThread();
        inTest = true;
        // What was refused before, to a fixture of the class, is missing in every test after it.
        refused = refusedOutside;
        elsewhere = refusedOutside;
    }

    /** The test has ended. */
    public static synchronized Account endTest() {
        Account account = new Account(List.copyOf(deeds), refused, elsewhere);
        inTest = false;
        testThread = null;
        grantedToTest = Set.of();
        deeds = new LinkedHashSet<>();
        refused = false;
        elsewhere = false;
        return account;
    }

    /** Grows with everything that is refused. */
    public static int refusals() {
        return refusals;
    }

    /**
     * The unit has ended: what it changed in the overlay and what the whole JVM shares is undone.
     *
     * @return what was done outside of tests
     */
    public static synchronized Account endUnit() {
        phase = Phase.IDLE;
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (RuntimeException e) {
                // Gone, or of a kind that cannot be put back: the check after the unit sees what comes of it.
            }
        }
        if (overlay != null) {
            overlay.delete();
        }
        return new Account(List.copyOf(outside), refusedOutside, false);
    }

    // ---- what hooks ask -----------------------------------------------------------------------------------------

    /** Whether this thread is under the policy now. On the way of every file that is opened. */
    static boolean applies() {
        return phase != Phase.IDLE && !isExempt() && INSIDE.get() == null;
    }

    /** Whether this thread may not end the JVM: also between units. */
    static boolean holdsExit() {
        return installed && !isExempt();
    }

    private static boolean isExempt() {
        return isExempt(Thread.currentThread());
    }

    /** Whether a thread is of ours, not of the program. */
    public static boolean isExempt(Thread one) {
        for (Thread thread : exempt) {
            if (thread == one) {
                return true;
            }
        }
        return false;
    }

    static boolean isMutant() {
        return phase == Phase.MUTANT;
    }

    /** Whether reading may have to go elsewhere. */
    static boolean hasOverlay() {
        Overlay current = overlay;
        return phase == Phase.MUTANT && current != null && !current.isEmpty();
    }

    /**
     * Notes a deed, or refuses it.
     *
     * @throws ContainmentRefused on a mutant, if nothing allows it
     */
    static void check(Kind kind, String target) {
        Deed deed = Deed.of(kind, target, scratch);
        synchronized (Containment.class) {
            if (phase == Phase.MUTANT && !allowed.contains(kind) && !isGranted(deed)) {
                throw refuse(deed);
            }
            if (phase == Phase.ORIGINAL) {
                note(deed);
            }
        }
    }

    /** Something that is noted on the original, which may do it once for all its tests, and undone after a mutant's unit. */
    static void changesGlobal(String name, Runnable undoing) {
        synchronized (Containment.class) {
            if (phase == Phase.ORIGINAL) {
                note(Deed.of(Kind.GLOBAL, name, scratch));
            } else if (phase == Phase.MUTANT) {
                undo.push(undoing);
            }
        }
    }

    /** Notes that the running test changed something that the worker itself puts back. */
    public static void noteGlobal(String name) {
        synchronized (Containment.class) {
            note(Deed.of(Kind.GLOBAL, name, scratch));
        }
    }

    /** The code under test tried to end the JVM; what it is told is the caller's business. */
    public static synchronized void exitAttempted() {
        if (phase == Phase.MUTANT) {
            refuse(Deed.of(Kind.EXIT, "the JVM", scratch));
        }
    }

    /** What is done with a file. */
    enum Access {
        READ,
        /** Of a folder: the names in it. */
        LIST,
        WRITE,
        /** Nothing happens if it exists. */
        CREATE,
        /** Nothing happens if it does not. */
        REMOVE,
        /** As REMOVE, of a folder with all that is in it. */
        MOVE;

        boolean reads() {
            return this == READ || this == LIST;
        }
    }

    /**
     * The path to use instead of one that code under test gave: the path itself, or its place in the overlay.
     *
     * @param follow whether the last name is followed if it is a link
     * @throws ContainmentRefused a mutant may not write there
     */
    static String path(String path, Access access, boolean follow) {
        INSIDE.set(Boolean.TRUE);
        try {
            String real = RealPaths.of(path, follow);
            synchronized (Containment.class) {
                String place = access.reads() ? placeToRead(real, access) : placeToWrite(real, access);
                return place == null ? path : place;
            }
        } catch (IOException | RuntimeException e) {
            if (e instanceof ContainmentRefused) {
                throw (ContainmentRefused) e;
            }
            if (phase == Phase.MUTANT && !access.reads()) {
                // Too much to copy, or a path that cannot be understood: no reason to let it happen.
                synchronized (Containment.class) {
                    throw refuse(Deed.of(Kind.WRITE, RealPaths.folder(path), scratch));
                }
            }
            return path;
        } finally {
            INSIDE.remove();
        }
    }

    /** The path that a path in the overlay stands for. */
    static synchronized String outOfOverlay(String path) {
        return overlay == null ? path : overlay.standsFor(path);
    }

    private static String placeToRead(String real, Access access) throws IOException {
        return overlay.forReading(overlay.standsFor(real), access == Access.LIST);
    }

    private static String placeToWrite(String given, Access access) throws IOException {
        String real = overlay.standsFor(given);
        boolean free = SINKS.contains(real) || writable.stream().anyMatch(folder -> RealPaths.isIn(real, folder));
        if (free || !overlay.covers(real) && isWithoutEffect(real, access)) {
            return null;
        }
        Deed deed = Deed.of(Kind.WRITE, RealPaths.folder(real), scratch);
        if (phase == Phase.ORIGINAL) {
            note(deed);
            return null;
        }
        if (phase != Phase.MUTANT) {
            return null;
        }
        if (!overlay.covers(real) && !isGranted(deed)) {
            throw refuse(Deed.of(Kind.WRITE, real, scratch));
        }
        return access == Access.MOVE ? overlay.forMoving(real) : overlay.forWriting(real);
    }

    private static boolean isWithoutEffect(String real, Access access) {
        boolean exists = Files.exists(Path.of(real), LinkOption.NOFOLLOW_LINKS);
        return switch (access) {
            case CREATE -> exists;
            case REMOVE, MOVE -> !exists;
            default -> false;
        };
    }

    private static boolean isGranted(Deed deed) {
        return grantedToUnit.contains(deed) || grantedToTest.contains(deed);
    }

    private static void note(Deed deed) {
        Set<Deed> notes = inTest ? deeds : outside;
        if (notes.size() < MOST_DEEDS) {
            notes.add(deed);
        }
    }

    private static ContainmentRefused refuse(Deed deed) {
        note(deed);
        refusals++;
        if (inTest) {
            refused = true;
            elsewhere |= Thread.currentThread() != testThread;
        } else {
            refusedOutside = true;
        }
        // What the mutant computes from now on is what it does when it is refused something: no state of it.
        Recorder.stopForTest();
        return new ContainmentRefused(deed);
    }

    /** Runs something of ours on a thread under the policy. */
    static void inside(Runnable work) {
        INSIDE.set(Boolean.TRUE);
        try {
            work.run();
        } finally {
            INSIDE.remove();
        }
    }
}
