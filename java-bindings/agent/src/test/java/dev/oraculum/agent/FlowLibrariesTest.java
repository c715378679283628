package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.FlowPlan.Anomaly;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.Variable;
import dev.oraculum.testing.Roots;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Real libraries with labels in every method: they verify, and compute what they compute without. */
class FlowLibrariesTest {
    private static Path jarOf(Class<?> ofLibrary) throws Exception {
        return Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Every method planned, with its parameters and its result anomalous. */
    private static List<FlowPlan.Method> methods(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        List<FlowPlan.Method> methods = new ArrayList<>();
        for (MethodNode method : node.methods) {
            Roots roots = Roots.of(node.name, method);
            List<Root> entry = roots.entry();
            List<Root> exit = roots.exit(List.of());
            List<Variable> variables = new ArrayList<>();
            for (int i = 0; i < entry.size(); i++) {
                variables.add(new Variable("old" + i, entry.get(i).descriptor().charAt(0), Moment.ENTRY, i, List.of()));
            }
            for (int i = 0; i < exit.size(); i++) {
                variables.add(new Variable("x" + i, exit.get(i).descriptor().charAt(0), Moment.EXIT, i, List.of()));
            }
            methods.add(new FlowPlan.Method(node.name, method.name, method.desc, entry, exit, variables));
        }
        return methods;
    }

    private static Map<String, byte[]> weave(Map<String, byte[]> originals, FlowPlan plan) {
        Map<String, byte[]> woven = new LinkedHashMap<>();
        Instrumenter instrumenter = new Instrumenter(plan, notice -> assertTrue(notice.contains("too long"), notice));
        originals.forEach((name, bytes) -> woven.put(name.replace('/', '.'), instrumenter.instrument(bytes, true).orElse(bytes)));
        return woven;
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.math3.complex.Complex.class,
                org.apache.commons.lang3.StringUtils.class,
                com.google.common.math.IntMath.class
            })
    void classesWithLabelsInEveryMethodVerify(Class<?> ofLibrary) throws Exception {
        Map<String, byte[]> originals = RealLibrariesTest.classes(jarOf(ofLibrary));
        List<FlowPlan.Method> methods = originals.values().stream().flatMap(bytes -> methods(bytes).stream()).toList();
        FlowPlan plan = new FlowPlan(methods, List.of("org/apache/commons/", "com/google/"), List.of(), List.of(), 1);
        Map<String, byte[]> woven = weave(originals, plan);
        long before = originals.values().stream().mapToLong(bytes -> bytes.length).sum();
        long after = woven.values().stream().mapToLong(bytes -> bytes.length).sum();
        assertTrue(after > before * 3 / 2, before + " bytes became " + after);
        assertEquals(List.of(), RealLibrariesTest.rejected(woven));
    }

    private static ClassLoader loader(Map<String, byte[]> classes) {
        return new ClassLoader(FlowLibrariesTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    return known != null ? known : bytes == null ? super.loadClass(name, resolve)
                            : defineClass(name, bytes, 0, bytes.length);
                }
            }
        };
    }

    /** What every public static method of a class returns or throws for plain arguments. */
    private static List<String> results(Class<?> type) throws Exception {
        List<String> results = new ArrayList<>();
        Method[] methods = type.getMethods();
        Arrays.sort(methods, java.util.Comparator.comparing(Method::toString));
        for (Method method : methods) {
            if (!Modifier.isStatic(method.getModifiers()) || method.getDeclaringClass() != type || method.getName().contains("andom")
                    || method.getName().equals("main")) {
                continue;
            }
            for (int variant = 0; variant < 3; variant++) {
                String outcome;
                try {
                    outcome = text(method.invoke(null, arguments(method, variant)));
                } catch (InvocationTargetException e) {
                    outcome = e.getCause().toString();
                }
                results.add(method.getName() + " " + outcome);
            }
        }
        return results;
    }

    private static Object[] arguments(Method method, int variant) {
        return Arrays.stream(method.getParameterTypes()).map(type -> argument(type, variant)).toArray();
    }

    private static Object argument(Class<?> type, int variant) {
        if (type == boolean.class) {
            return variant > 0;
        }
        if (type == byte.class) {
            return (byte) (7 * variant);
        }
        if (type == short.class) {
            return (short) (9 * variant);
        }
        if (type == char.class) {
            return (char) ('a' + variant);
        }
        if (type == int.class) {
            return 3 * variant + 1;
        }
        if (type == long.class) {
            return 5L * variant;
        }
        if (type == double.class) {
            return variant / 3.0;
        }
        if (type == float.class) {
            return variant / 4f;
        }
        if (type.isAssignableFrom(String.class)) {
            return List.of("ab c", "", "x Yz, a").get(variant);
        }
        if (type == int[].class) {
            return new int[] {3, variant, 1};
        }
        if (type == double[].class) {
            return new double[] {1.5, variant};
        }
        if (type == char[].class) {
            return new char[] {'a', ' '};
        }
        if (type.isAssignableFrom(String[].class)) {
            return new String[] {"b", "ab", "c"};
        }
        if (type.isAssignableFrom(List.class)) {
            return new ArrayList<>(List.of("q", "r"));
        }
        return null;
    }

    private static String text(Object value) {
        String text = value instanceof Object[] array ? Arrays.deepToString(array) : value instanceof double[] doubles
                ? Arrays.toString(doubles) : value instanceof int[] ints ? Arrays.toString(ints) : String.valueOf(value);
        return text.replaceAll("@[0-9a-f]+", "@");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                org.apache.commons.lang3.StringUtils.class,
                org.apache.commons.lang3.ArrayUtils.class,
                org.apache.commons.lang3.math.NumberUtils.class,
                org.apache.commons.math3.util.FastMath.class,
                org.apache.commons.math3.util.MathArrays.class,
                org.apache.commons.math3.util.ArithmeticUtils.class,
                com.google.common.math.LongMath.class
            })
    void labelsChangeNoResult(Class<?> type) throws Exception {
        Map<String, byte[]> originals = RealLibrariesTest.classes(jarOf(type));
        List<FlowPlan.Method> methods = methods(originals.get(type.getName().replace('.', '/')));
        List<Anomaly> anomalies = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            for (int v = 0; v < methods.get(i).variables().size(); v++) {
                for (int invocation = 0; invocation < 40; invocation++) {
                    anomalies.add(new Anomaly(anomalies.size(), 0, invocation, i, methods.get(i).variables().get(v).moment(), v));
                }
            }
        }
        // Whichever method is entered first, second, ..: its anomalies are there.
        FlowPlan plan = new FlowPlan(methods, List.of("org/apache/commons/", "com/google/"), List.of(), anomalies,
                FlowPlan.DEFAULT_MOST_LABELS);
        Class<?> woven = loader(weave(originals, plan)).loadClass(type.getName());
        List<String> expected = results(loader(named(originals)).loadClass(type.getName()));
        assertTrue(expected.size() > 20, () -> expected.size() + " results");
        Recorder.install(plan);
        assertEquals(expected, results(woven), "outside of tests");
        Recorder.beginTest(0, Long.MAX_VALUE);
        assertEquals(expected, results(woven), "in a test with labels");
        Recorder.endTest();
        assertEquals(List.of(), Recorder.drainFaults().stream().filter(fault -> !fault.contains("left out")).toList());
    }

    private static Map<String, byte[]> named(Map<String, byte[]> classes) {
        Map<String, byte[]> named = new LinkedHashMap<>();
        classes.forEach((name, bytes) -> named.put(name.replace('/', '.'), bytes));
        return named;
    }
}
