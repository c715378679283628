package dev.oraculum.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which package of Oraculum may use which: the code map of ARCHITECTURE.md, as a table. */
class RoomsTest {
    private static final List<String> MODULES =
            List.of("runtime", "kinds", "agent", "worker", "spi", "core", "junit-agent", "junit", "cli");

    /** By room, the first part of a package behind {@code dev.oraculum}, what it may use beside itself. */
    private static final Map<String, Set<String>> ROOMS = Map.ofEntries(
            Map.entry("runtime", Set.of()),
            // What planner and weaver both know of bytecode; and on top of it the kinds of recording, which both use.
            Map.entry("bytecode", Set.of("runtime")),
            Map.entry("kinds", Set.of("bytecode", "runtime")),
            Map.entry("agent", Set.of("bytecode", "kinds", "runtime")),
            Map.entry("worker", Set.of("agent", "kinds", "runtime")),
            // What other test generators compile against.
            Map.entry("spi", Set.of()),
            // The engine's Java side: api is what users see, internal its wire.
            Map.entry("internal", Set.of("api", "spi")),
            Map.entry("api", Set.of("changes", "facts", "internal", "page", "pipeline", "runtime", "spi")),
            // Results as HTML, for people.
            Map.entry("page", Set.of("api")),
            // What class files say.
            Map.entry("facts", Set.of("api")),
            // Which variables of methods are recorded.
            Map.entry("capture", Set.of("api", "bytecode", "facts", "runtime")),
            // A class file with several mutants asks which of them runs.
            Map.entry("mutation", Set.of("facts", "runtime")),
            Map.entry("program", Set.of("api", "facts")),
            Map.entry("execution", Set.of("api", "facts", "internal", "kinds", "runtime")),
            Map.entry("verification", Set.of("api", "capture", "facts", "internal", "runtime")),
            // What tests of a class may be made of; how they are run, written and checked.
            Map.entry(
                    "generation", Set.of("api", "execution", "facts", "internal", "kinds", "mutation", "program", "runtime",
                            "spi", "verification")),
            Map.entry("patch", Set.of("api", "verification")),
            // What has changed: by git, and by content.
            Map.entry("changes", Set.of("api", "facts", "patch")),
            Map.entry("proving", Set.of("api", "execution", "internal", "patch", "runtime", "verification")),
            Map.entry("recording", Set.of("api", "bytecode", "execution", "facts", "program", "runtime")),
            Map.entry("replay", Set.of("api", "execution", "facts", "internal", "recording", "runtime", "verification")),
            Map.entry("ranking", Set.of("api", "capture", "execution", "facts", "internal", "runtime")),
            Map.entry(
                    "pipeline",
                    Set.of(
                            "api", "bytecode", "capture", "changes", "execution", "facts", "generation", "internal", "kinds", "mutation",
                            "patch", "program", "proving", "ranking", "recording", "replay", "runtime", "spi", "verification")),
            // What answers the interfaces of spi.
            Map.entry("services", Set.of("api", "facts", "generation", "internal", "pipeline", "spi", "verification")),
            // In JVMs of users' own tests: what observes them; and what they write in their tests, which calls that by name.
            Map.entry("junitagent", Set.of("agent", "api", "kinds", "recording", "runtime")),
            Map.entry("junit", Set.of()),
            // The API: jobs and what they answer, seed templates among it, and the writing of assertions into sources.
            Map.entry("cli", Set.of("api", "patch", "spi")));

    /** What the command line still uses beside the API, and should not: each is to become a part of it. Nothing is added here. */
    private static final Set<String> NOT_YET_API = Set.of(
            "dev.oraculum.facts.SimilarNames",
            "dev.oraculum.internal.WholeFile");

    /**
     * The API by capability: which packages of {@code dev.oraculum.api} one of them may use beside {@code api} itself, whose front classes
     * ({@code Oraculum}, {@code Engine}) use all of them.
     */
    private static final Map<String, Set<String>> API = Map.ofEntries(
            Map.entry("program", Set.of()),
            Map.entry("evidence", Set.of()),
            Map.entry("settings", Set.of("evidence", "program")),
            Map.entry("improve", Set.of("evidence", "settings")),
            Map.entry("infer", Set.of("evidence", "settings")),
            Map.entry("rank", Set.of("evidence", "settings")),
            Map.entry("select", Set.of("settings")),
            Map.entry("seed", Set.of("settings")),
            Map.entry("generate", Set.of("settings")),
            Map.entry("oracle", Set.of("select")),
            Map.entry("change", Set.of()),
            Map.entry("report", Set.of()));

    private static JavaClasses classes;

    /**
     * One class uses another.
     *
     * @param from its name
     * @param to the other one's, without what is nested in it
     */
    private record Use(String from, String to) {}

    @BeforeAll
    static void read() {
        classes = new ClassFileImporter().importPaths(MODULES.stream().map(module -> Path.of("..", module, "target", "classes")).toList());
        for (String module : MODULES) {
            String room = module.equals("core") ? "api" : module.replace("-", "");
            assertTrue(classes.stream().anyMatch(type -> room(type.getName()).equals(room)), "no classes of " + module);
        }
    }

    private static String room(String className) {
        String prefix = "dev.oraculum.";
        return className.startsWith(prefix) ? className.substring(prefix.length()).split("\\.")[0] : "";
    }

    private static String outermost(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    private static Stream<Use> uses(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> new Use(type.getName(), outermost(dependency.getTargetClass().getBaseComponentType().getName())))
                .distinct();
    }

    private static List<Use> forbidden(Map<String, Set<String>> rooms) {
        List<Use> found = new ArrayList<>();
        for (JavaClass type : classes) {
            String from = room(type.getName());
            uses(type).filter(use -> {
                String to = room(use.to());
                return !to.isEmpty() && !to.equals(from) && !rooms.getOrDefault(from, Set.of()).contains(to);
            }).forEach(found::add);
        }
        return found;
    }

    @Test
    void aRoomUsesOnlyWhatTheTableLetsIt() {
        List<Use> found = forbidden(ROOMS).stream()
                .filter(use -> !(room(use.from()).equals("cli") && NOT_YET_API.contains(use.to())))
                .toList();
        assertEquals(List.of(), found);
    }

    @Test
    void everyPackageIsARoomOfTheTable() {
        Set<String> rooms = new TreeSet<>();
        classes.forEach(type -> rooms.add(room(type.getName())));
        rooms.remove("");
        assertEquals(new TreeSet<>(ROOMS.keySet()), rooms);
    }

    /**
     * The part of a package behind {@code dev.oraculum.api}: the capability that it is of; empty: what all share, or no part of the API.
     */
    private static String capability(String className) {
        String prefix = "dev.oraculum.api.";
        boolean within = className.startsWith(prefix) && className.indexOf('.', prefix.length()) > 0;
        return within ? className.substring(prefix.length()).split("\\.")[0] : "";
    }

    @Test
    void aCapabilityOfTheApiKnowsNoOther() {
        Set<String> capabilities = new TreeSet<>();
        List<Use> found = new ArrayList<>();
        for (JavaClass type : classes) {
            String from = capability(type.getName());
            if (!from.isEmpty()) {
                capabilities.add(from);
                uses(type).filter(use -> {
                    String to = capability(use.to());
                    return !to.isEmpty() && !to.equals(from) && !API.getOrDefault(from, Set.of()).contains(to);
                }).forEach(found::add);
            }
        }
        assertEquals(new TreeSet<>(API.keySet()), capabilities);
        assertEquals(List.of(), found);
    }

    /** An arrow that is not in the table is found: without the one from the jobs to the mutants, the jobs break the rules. */
    @Test
    void aForbiddenUseIsFound() {
        Map<String, Set<String>> stricter = new HashMap<>(ROOMS);
        Set<String> fewer = new TreeSet<>(ROOMS.get("pipeline"));
        fewer.remove("mutation");
        stricter.put("pipeline", fewer);
        assertTrue(forbidden(stricter).stream().anyMatch(use -> room(use.from()).equals("pipeline") && room(use.to()).equals("mutation")));
    }

    @Test
    void theListOfWhatIsNotYetApiOnlyShrinks() {
        Set<String> used = new TreeSet<>();
        classes.stream().filter(type -> room(type.getName()).equals("cli")).flatMap(RoomsTest::uses).map(Use::to).forEach(used::add);
        Set<String> unused = new TreeSet<>(NOT_YET_API);
        unused.removeAll(used);
        assertEquals(Set.of(), unused, "these are used no more: take them from the list");
    }

    /** A kind of recording is added without an edit of what weaves, records, runs and transports. */
    @Test
    void whatRunsPlansKnowsNoKindOfThem() {
        Set<String> kinds = new TreeSet<>();
        classes.stream().filter(type -> type.isAssignableTo("dev.oraculum.runtime.Plan")).map(JavaClass::getName).forEach(kinds::add);
        kinds.removeAll(Set.of("dev.oraculum.runtime.Plan", "dev.oraculum.runtime.PlanSet"));
        assertTrue(kinds.size() > 5, kinds::toString);
        Set<String> rooms = Set.of("agent", "worker", "execution");
        Set<String> carriers = Set.of("dev.oraculum.runtime.Recorder", "dev.oraculum.runtime.PlanSet", "dev.oraculum.kinds.WeavingSet");
        List<Use> found = classes.stream()
                .filter(type -> rooms.contains(room(type.getName())) || carriers.contains(outermost(type.getName())))
                .flatMap(RoomsTest::uses)
                .filter(use -> kinds.contains(use.to()))
                .toList();
        assertEquals(List.of(), found);
    }

    /** Every class of the JVM under test sees the runtime, and other generators the interfaces, on whatever modules they run. */
    @Test
    void theRuntimeAndTheInterfacesForOthersNeedNothingButTheBaseModule() throws Exception {
        List<Use> found = new ArrayList<>();
        for (JavaClass type : classes) {
            for (Use use : Set.of("runtime", "spi").contains(room(type.getName())) ? uses(type).toList() : List.<Use>of()) {
                boolean outside = room(use.to()).isEmpty() && use.to().contains(".");
                if (outside && !"java.base".equals(Class.forName(use.to()).getModule().getName())) {
                    found.add(use);
                }
            }
        }
        assertEquals(List.of(), found);
    }

    /** The supervisor never loads a class under test: it makes no class loader. */
    @Test
    void theSupervisorMakesNoClassLoader() {
        Set<String> workers = Set.of("runtime", "bytecode", "kinds", "agent", "worker", "junitagent", "junit");
        List<JavaClass> supervisor = classes.stream().filter(type -> !workers.contains(room(type.getName()))).toList();
        assertEquals(List.of(), supervisor.stream().filter(type -> type.isAssignableTo(ClassLoader.class)).toList());
        assertFalse(supervisor.stream().flatMap(RoomsTest::uses).anyMatch(use -> use.to().equals("java.net.URLClassLoader")));
    }
}
