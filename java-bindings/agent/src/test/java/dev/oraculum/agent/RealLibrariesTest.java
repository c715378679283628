package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.MethodExits;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.testing.Roots;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Every class of real libraries, ticks in all methods and recording in its largest ones, passes the JVM's verifier. */
class RealLibrariesTest {
    private static final int RECORDED_PER_CLASS = 4;

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.math3.complex.Complex.class,
                org.apache.commons.lang3.StringUtils.class,
                com.google.common.math.IntMath.class
            })
    void wovenClassesVerify(Class<?> ofLibrary) throws Exception {
        Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> woven = new LinkedHashMap<>();
        int methods = 0;
        for (Map.Entry<String, byte[]> entry : classes(jar).entrySet()) {
            List<StatePlan> plans = plansOfLargestMethods(entry.getValue());
            byte[] bytes = weave(entry.getValue(), null, true);
            for (StatePlan plan : plans) {
                bytes = weave(bytes, plan, false);
            }
            methods += plans.size();
            woven.put(entry.getKey().replace('/', '.'), bytes);
        }
        assertTrue(methods > 1000, "only " + methods + " methods recorded");
        assertEquals(List.of(), rejected(woven));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.math3.complex.Complex.class,
                org.apache.commons.lang3.StringUtils.class,
                com.google.common.math.IntMath.class
            })
    void classesWithEveryDefinitionRecordedVerify(Class<?> ofLibrary) throws Exception {
        Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> woven = new LinkedHashMap<>();
        int[] sites = {0};
        for (Map.Entry<String, byte[]> entry : classes(jar).entrySet()) {
            List<DataPlan.Method> methods = new ArrayList<>();
            DefinitionSites.of(entry.getValue()).forEach((key, places) -> {
                List<DataPlan.Site> numbered = places.stream().map(place -> place.site().withDatum(sites[0]++)).toList();
                methods.add(new DataPlan.Method(entry.getKey(), key.name(), key.descriptor(), numbered));
            });
            List<String> notices = new ArrayList<>();
            byte[] bytes = new Instrumenter(new DataPlan(sites[0], methods, 8), notices::add).instrument(entry.getValue(), true)
                    .orElse(entry.getValue());
            assertTrue(notices.stream().allMatch(notice -> notice.contains("too long")), notices::toString);
            woven.put(entry.getKey().replace('/', '.'), bytes);
        }
        assertTrue(sites[0] > 10_000, "only " + sites[0] + " definitions");
        assertEquals(List.of(), rejected(woven));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.math3.complex.Complex.class,
                org.apache.commons.lang3.StringUtils.class,
                com.google.common.math.IntMath.class
            })
    void classesWithCoverageVerify(Class<?> ofLibrary) throws Exception {
        Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> originals = classes(jar);
        CoveragePlan plan = (CoveragePlan) RecordingKinds.plan(CoveragePlan.of(originals.values(), true).toBytes());
        assertTrue(plan.goals() > 10_000, "only " + plan.goals() + " goals");
        Map<String, byte[]> woven = new LinkedHashMap<>();
        Instrumenter instrumenter = new Instrumenter(plan, notice -> assertTrue(notice.contains("too long"), notice));
        originals.forEach((name, bytes) -> woven.put(name.replace('/', '.'), instrumenter.instrument(bytes, true).orElse(bytes)));
        assertEquals(List.of(), rejected(woven));
    }

    @ParameterizedTest
    @ValueSource(classes = {org.apache.commons.math3.complex.Complex.class, org.apache.commons.lang3.StringUtils.class})
    void classesWithEveryCallRecordedVerify(Class<?> ofLibrary) throws Exception {
        Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> originals = classes(jar);
        CallPlan plan = (CallPlan) RecordingKinds.plan(new CallPlan(originals.keySet(), originals.keySet()).toBytes());
        Map<String, byte[]> woven = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> entry : originals.entrySet()) {
            List<String> notices = new ArrayList<>();
            byte[] bytes = new Instrumenter(plan, notices::add).instrument(entry.getValue(), false).orElse(entry.getValue());
            assertTrue(notices.stream().allMatch(notice -> notice.contains("too long")), notices::toString);
            woven.put(entry.getKey().replace('/', '.'), bytes);
        }
        assertEquals(List.of(), rejected(woven));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.math3.complex.Complex.class,
                org.apache.commons.lang3.StringUtils.class,
                com.google.common.math.IntMath.class
            })
    void classesWithEveryInvocationRecordedVerify(Class<?> ofLibrary) throws Exception {
        Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
        Map<String, byte[]> woven = new LinkedHashMap<>();
        int planned = 0;
        for (Map.Entry<String, byte[]> entry : classes(jar).entrySet()) {
            List<InvocationPlan.Method> methods = new ArrayList<>();
            ClassNode node = new ClassNode();
            new ClassReader(entry.getValue()).accept(node, ClassReader.SKIP_FRAMES);
            for (MethodNode method : node.methods) {
                if (method.instructions.size() > 0 && !method.name.equals("<clinit>")) {
                    methods.add(invocationsOf(node, method));
                }
            }
            planned += methods.size();
            InvocationPlan plan = (InvocationPlan) RecordingKinds.plan(new InvocationPlan(methods, 1000, true, StatePlan.Limits.DEFAULT,
                    100).toBytes());
            List<String> notices = new ArrayList<>();
            byte[] bytes = new Instrumenter(plan, notices::add).instrument(entry.getValue(), true).orElse(entry.getValue());
            assertTrue(notices.stream().allMatch(notice -> notice.contains("too long") || notice.contains("subroutines")),
                    notices::toString);
            woven.put(entry.getKey().replace('/', '.'), bytes);
        }
        assertTrue(planned > 500, "only " + planned + " methods");
        assertEquals(List.of(), rejected(woven));
    }

    /** All roots, and every third instruction a statement. */
    private static InvocationPlan.Method invocationsOf(ClassNode owner, MethodNode method) {
        Roots roots = Roots.of(owner.name, method);
        int instructions = 0;
        for (var insn : method.instructions) {
            instructions += insn.getOpcode() >= 0 ? 1 : 0;
        }
        List<InvocationPlan.Mark> marks = new ArrayList<>();
        for (int i = 0; i < instructions; i += 3) {
            marks.add(new InvocationPlan.Mark(i, i % 1000));
        }
        List<Root> exit = Stream.concat(roots.receiver().stream(), roots.result().stream()).toList();
        return new InvocationPlan.Method(owner.name, method.name, method.desc, roots.parameters(), exit, List.of(), marks);
    }

    static Map<String, byte[]> classes(Path jar) throws Exception {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        classes.put(name.substring(0, name.length() - ".class".length()), in.readAllBytes());
                    }
                }
            }
        }
        return classes;
    }

    private static byte[] weave(byte[] bytes, StatePlan plan, boolean ticks) {
        List<String> notices = new ArrayList<>();
        byte[] woven = new Instrumenter(plan, notices::add).instrument(bytes, ticks).orElse(bytes);
        // Methods near 64 KB may outgrow it; nothing else is an excuse.
        assertTrue(notices.stream().allMatch(notice -> notice.contains("too long")), notices::toString);
        return woven;
    }

    /** For the largest methods with an exit: all their parameters, all locals of the first exit and the result. */
    private static List<StatePlan> plansOfLargestMethods(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        List<MethodNode> largest = node.methods.stream()
                .sorted(Comparator.comparing(method -> -method.instructions.size()))
                .limit(RECORDED_PER_CLASS)
                .toList();
        List<StatePlan> plans = new ArrayList<>();
        for (MethodNode method : largest) {
            List<MethodExits.Exit> exits = MethodExits.of(bytes, method.name, method.desc);
            if (!exits.isEmpty()) {
                plans.add(planOf(node, method, exits, MethodExits.returnInstructions(bytes, method.name, method.desc)));
            }
        }
        return plans;
    }

    private static StatePlan planOf(ClassNode owner, MethodNode method, List<MethodExits.Exit> exits, int returns) {
        Roots roots = Roots.of(owner.name, method);
        List<Root> locals = exits.get(0).locals().stream().map(local -> new Root(RootKind.LOCAL, -1, local.name(), local.descriptor()))
                .toList();
        List<StatePlan.Exit> planned = exits.stream()
                .map(e -> new StatePlan.Exit(e.ordinal(), e.line(), e.ordinalInLine()))
                .toList();
        return new StatePlan(
                owner.name, method.name, method.desc, returns, planned, roots.entry(), roots.exit(locals), List.of(),
                StatePlan.Limits.DEFAULT);
    }

    /** Names of classes that fail verification; what else goes wrong (a missing optional dependency) is not ours. */
    static List<String> rejected(Map<String, byte[]> classes) {
        ClassLoader loader = new ClassLoader(RealLibrariesTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    return known != null ? known : defineClass(name, bytes, 0, bytes.length);
                }
            }
        };
        List<String> rejected = new ArrayList<>();
        int verified = 0;
        for (String name : classes.keySet()) {
            try {
                Class.forName(name, true, loader); // Verification comes before initialization.
                verified++;
            } catch (VerifyError | ClassFormatError e) {
                rejected.add(name + ": " + e.getMessage());
            } catch (ClassNotFoundException | LinkageError e) {
                // Not loadable without its optional dependencies.
            }
        }
        assertTrue(verified > classes.size() * 9 / 10,
                "only " + verified + " of " + classes.size() + " could be loaded; rejected: " + rejected);
        return rejected;
    }
}
