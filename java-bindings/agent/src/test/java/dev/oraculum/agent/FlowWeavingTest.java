package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.FlowPlan;
import dev.oraculum.runtime.FlowPlan.Anomaly;
import dev.oraculum.runtime.FlowPlan.Form;
import dev.oraculum.runtime.FlowPlan.Site;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.StepKind;
import dev.oraculum.runtime.StatePlan.Variable;
import dev.oraculum.testing.Compiled;
import dev.oraculum.testing.Flows;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Labels in woven code: each subject says itself where a label must come and where none may. */
class FlowWeavingTest {
    /** The calls of {@link Sink} in a class, as sites, with what they expect. */
    private record Sinks(List<Site> sites, List<String> names) {
        static Sinks of(byte[] classFile) {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, 0);
            Sinks sinks = new Sinks(new ArrayList<>(), new ArrayList<>());
            for (MethodNode method : node.methods) {
                int number = -1;
                int line = 0;
                for (AbstractInsnNode insn : method.instructions) {
                    line = insn instanceof LineNumberNode l ? l.line : line;
                    number += insn.getOpcode() >= 0 ? 1 : 0;
                    if (insn instanceof MethodInsnNode call && call.owner.equals("dev/oraculum/agent/Sink") && !call.name.equals("call")) {
                        Form form = call.name.startsWith("throws") ? Form.THROWS : Form.CALL;
                        sinks.sites.add(new Site(node.name, method.name, method.desc, number, sinks.sites.size(), form));
                        sinks.names.add(method.name + ":" + line + " " + call.name);
                    }
                }
            }
            return sinks;
        }
    }

    private static ClassLoader load(Compiled compiled, FlowPlan plan, List<String> notices) {
        Plan sent = RecordingKinds.plan(plan.toBytes());
        Recorder.install(sent);
        return compiled.load(bytes -> new Instrumenter(sent, notices::add).instrument(bytes, true).orElse(bytes));
    }

    private static Map<Integer, Flows> run(Class<?> subject, String method) throws Throwable {
        Recorder.beginTest(0, Long.MAX_VALUE);
        try {
            Method test = subject.getDeclaredMethod(method);
            test.setAccessible(true);
            test.invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            Recorder.endTest();
        }
        return Flows.decode(Recorder.drain(0));
    }

    private static FlowPlan plan(String subject, String source, String descriptor, Root root, Variable variable, List<Site> sites) {
        boolean entry = variable.moment() == Moment.ENTRY;
        FlowPlan.Method method = new FlowPlan.Method(
                subject, source, descriptor, entry ? List.of(root) : List.of(), entry ? List.of() : List.of(root), List.of(variable));
        List<Anomaly> anomalies = IntStream.range(0, 100).mapToObj(i -> new Anomaly(3, 0, i, 0, variable.moment(), 0)).toList();
        return new FlowPlan(List.of(method), List.of(subject), sites, anomalies, FlowPlan.DEFAULT_MOST_LABELS);
    }

    private static void check(Map<Integer, Flows> flows, Sinks sinks, String method) {
        List<String> wrong = new ArrayList<>();
        int executed = 0;
        for (int i = 0; i < sinks.sites().size(); i++) {
            Flows flow = flows.get(i);
            if (flow == null) {
                continue;
            }
            executed++;
            boolean reached = sinks.names().get(i).toLowerCase(java.util.Locale.ROOT).endsWith("reached");
            if (!flow.anomalies().equals(reached ? List.of(3) : List.of())) {
                wrong.add(sinks.names().get(i) + " has " + flow.anomalies());
            }
            if (flow.threw() != 0) {
                wrong.add(sinks.names().get(i) + " threw");
            }
        }
        assertEquals(List.of(), Recorder.drainFaults());
        assertEquals(List.of(), wrong);
        assertTrue(executed > 0, "no sink of " + method + " was executed");
    }

    private static final Map<String, Compiled> COMPILED = new java.util.HashMap<>();

    private static Compiled compiled(String name) throws Exception {
        if (!COMPILED.containsKey(name)) {
            COMPILED.put(name, Compiled.of(source(name), "-g", "-cp", System.getProperty("java.class.path")));
        }
        return COMPILED.get(name);
    }

    private static String source(String name) throws Exception {
        try (var in = FlowWeavingTest.class.getResourceAsStream("/flow/" + name + ".java")) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "operators", "noControlDependence", "conditionsInExpressions", "loops", "wide", "fields", "superCalls", "statics", "arrays",
                "calls", "interfaces",
                "exceptions", "stackForms", "innerClasses", "enums", "clones", "threads", "manySources", "thrownAssertions"
            })
    void followsANumber(String test) throws Throwable {
        checkSource("Numbers", test);
    }

    @ParameterizedTest
    @ValueSource(strings = {"boxing", "strings", "collections", "views", "callbacks", "lambdas", "subclassesOfUntracked"})
    void followsANumberThroughLibraries(String test) throws Throwable {
        checkSource("Libraries", test);
    }

    private static void checkSource(String name, String test) throws Throwable {
        Compiled compiled = compiled(name);
        Sinks sinks = Sinks.of(compiled.bytes(name));
        Root result = new Root(RootKind.RESULT, -1, "result", "I");
        FlowPlan plan = plan(name, "source", "()I", result, new Variable("result", 'I', Moment.EXIT, 0, List.of()), sinks.sites());
        List<String> notices = new ArrayList<>();
        Class<?> subject = load(compiled, plan, notices).loadClass(name);
        check(run(subject, test), sinks, test);
        assertEquals(List.of(), notices);
    }

    private static Variable variable(char sort, Moment moment, Step... steps) {
        return new Variable("v", sort, moment, 0, List.of(steps));
    }

    /** The anomaly of each test of {@code Objects}: which method, which root of it, which variable. */
    private static FlowPlan planOfObjects(String test, List<Site> sites) {
        Root result = new Root(RootKind.RESULT, -1, "result", "LObjects$Point;");
        Root self = new Root(RootKind.THIS, 0, "this", "LObjects;");
        Step next = Step.field("Objects$Point", "next", "LObjects$Point;");
        Step text = Step.contents(StepKind.ELEMENTS, 'C');
        return switch (test) {
            case "field" -> plan("Objects", "field", "()LObjects$Point;", result,
                    variable('D', Moment.EXIT, Step.field("Objects$Point", "y", "D")), sites);
            case "nested" -> plan("Objects", "nested", "()LObjects$Point;", result,
                    variable('T', Moment.EXIT, next, Step.field("Objects$Point", "name", "Ljava/lang/String;"), text), sites);
            case "elements" -> plan("Objects$Holder", "fill", "(I)V", self,
                    variable('[', Moment.EXIT, Step.field("Objects$Holder", "cells", "[I"), Step.contents(StepKind.ELEMENTS, 'I')), sites);
            case "length" -> plan("Objects", "length", "([I)I", new Root(RootKind.PARAMETER, 0, "numbers", "[I"),
                    variable('I', Moment.ENTRY, Step.length()), sites);
            case "list" -> plan("Objects", "list", "()Ljava/util/List;", result,
                    variable('[', Moment.EXIT, Step.contents(StepKind.ELEMENTS, 'L')), sites);
            case "parameter" -> plan("Objects", "parameter", "(II)I", new Root(RootKind.PARAMETER, 0, "a", "I"),
                    variable('I', Moment.ENTRY), sites);
            case "receiver" -> plan("Objects$Cell", "get", "()I", self, variable('I', Moment.ENTRY, Step.field("Objects$Cell", "x", "I")),
                    sites);
            case "text" -> plan("Objects", "text", "()Ljava/lang/String;", result, variable('T', Moment.EXIT, text), sites);
            case "assigned" -> plan("Objects", "assigned", "(LObjects$Cell;)V", new Root(RootKind.PARAMETER, 0, "cell", "LObjects$Cell;"),
                    variable('I', Moment.EXIT, Step.field("Objects$Cell", "x", "I")), sites);
            default -> plan("Objects$Made", "<init>", "()V", self, variable('I', Moment.EXIT, Step.field("Objects$Made", "x", "I")), sites);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"field", "nested", "elements", "length", "list", "parameter", "receiver", "text", "assigned", "made"})
    void followsWhatIsInObjects(String test) throws Throwable {
        Compiled compiled = compiled("Objects");
        Sinks sinks = Sinks.of(compiled.bytes("Objects"));
        FlowPlan plan = planOfObjects(test, sinks.sites());
        plan = new FlowPlan(plan.methods(), List.of("Objects"), plan.sites(), plan.anomalies(), plan.mostLabels());
        List<String> notices = new ArrayList<>();
        Class<?> subject = load(compiled, plan, notices).loadClass("Objects");
        check(run(subject, test + "_"), sinks, test);
        assertEquals(List.of(), notices);
    }

    /** {@code Assertions} with a site at each call of {@link Sink} and at each handler. */
    private static Map<Integer, Flows> runAssertions(String test, boolean fails) throws Throwable {
        Compiled compiled = compiled("Assertions");
        Sinks sinks = Sinks.of(compiled.bytes("Assertions"));
        List<Site> sites = new ArrayList<>();
        for (Site site : sinks.sites()) {
            if (site.method().equals(test)) {
                sites.add(new Site(site.className(), site.method(), site.descriptor(), site.instruction(), sites.size(), site.form()));
            }
        }
        ClassNode node = new ClassNode();
        new ClassReader(compiled.bytes("Assertions")).accept(node, 0);
        for (MethodNode method : node.methods) {
            boolean asserts = method.name.equals(test) && sites.isEmpty() && !method.tryCatchBlocks.isEmpty();
            int number = 0;
            boolean handler = false;
            for (AbstractInsnNode insn : method.instructions) {
                handler |= asserts && insn == method.tryCatchBlocks.get(0).handler;
                if (handler && insn.getOpcode() >= 0) {
                    sites.add(new Site("Assertions", test, method.desc, number, 0, Form.CATCH));
                    break;
                }
                number += insn.getOpcode() >= 0 ? 1 : 0;
            }
        }
        Root result = new Root(RootKind.RESULT, -1, "result", "I");
        FlowPlan plan = plan("Assertions", "source", "()I", result, variable('I', Moment.EXIT), sites);
        Class<?> subject = load(compiled, plan, new ArrayList<>()).loadClass("Assertions");
        Recorder.beginTest(5, Long.MAX_VALUE);
        Recorder.endTest();
        boolean failed = false;
        Recorder.beginTest(0, Long.MAX_VALUE);
        try {
            Method method = subject.getDeclaredMethod(test);
            method.setAccessible(true);
            method.invoke(null);
        } catch (InvocationTargetException e) {
            assertTrue(e.getCause() instanceof AssertionError, () -> e.getCause().toString());
            failed = true;
        } finally {
            Recorder.endTest();
        }
        assertEquals(fails, failed);
        assertEquals(List.of(), Recorder.drainFaults());
        return Flows.decode(Recorder.drain(0));
    }

    @Test
    void anAssertedExceptionUsesTheOperandsOfTheTryBlock() throws Throwable {
        assertEquals(Map.of(0, new Flows(0, 1, 0, List.of(3))), runAssertions("caughtReached", false));
        assertEquals(Map.of(0, new Flows(0, 1, 0, List.of())), runAssertions("caughtFree", false));
        assertEquals(Map.of(0, new Flows(0, 1, 1, List.of(3))), runAssertions("notThrown", true));
    }

    @Test
    void anAssertionUsesWhatItCallsBackAlsoIfThatBringsTheFirstLabel() throws Throwable {
        assertEquals(Map.of(0, new Flows(0, 1, 0, List.of(3))), runAssertions("firstLabelReached", false));
    }

    @Test
    void anAssertionThatThrowsIsRecordedAsSuch() throws Throwable {
        assertEquals(Map.of(0, new Flows(0, 1, 1, List.of(3))), runAssertions("failing", true));
        assertEquals(Map.of(0, new Flows(0, 1, 1, List.of())), runAssertions("failingEarly", true));
        assertEquals(Map.of(0, new Flows(0, 1, 1, List.of(3)), 1, new Flows(0, 1, 0, List.of(3))), runAssertions("failingInside", false));
    }

    @Test
    void executionsAreCountedWithoutAnyLabel() throws Throwable {
        assertEquals(Map.of(0, new Flows(0, 5, 0, List.of())), runAssertions("often", false));
    }

    /** What counts invocations must count those of a method without room for labels, or the number of every later one is wrong. */
    @Test
    void invocationsOfAMethodThatIsTooLongForLabelsAreCounted() throws Throwable {
        String many = "a[0] = x;\n".repeat(3500);
        Compiled compiled = Compiled.of(
                "public class Long { static int huge(int x) { int[] a = {0};" + many
                        + "return x + a[0]; } static int source() { return 1; } static void test() { int y = huge(1);"
                        + " dev.oraculum.agent.Sink.free(y); dev.oraculum.agent.Sink.reached(huge(source())); } }",
                "-g", "-cp", System.getProperty("java.class.path"));
        Sinks sinks = Sinks.of(compiled.bytes("Long"));
        Root result = new Root(RootKind.RESULT, -1, "result", "I");
        Variable variable = variable('I', Moment.EXIT);
        FlowPlan.Method huge = new FlowPlan.Method("Long", "huge", "(I)I", List.of(), List.of(result), List.of(variable));
        FlowPlan.Method source = new FlowPlan.Method("Long", "source", "()I", List.of(), List.of(result), List.of(variable));
        FlowPlan plan = new FlowPlan(List.of(huge, source), List.of("Long"), sinks.sites(),
                List.of(new Anomaly(3, 0, 1, 1, Moment.EXIT, 0)), 100);
        List<String> notices = new ArrayList<>();
        Class<?> subject = load(compiled, plan, notices).loadClass("Long");
        check(run(subject, "test"), sinks, "test");
        assertEquals(
                List.of(
                        "Long.huge(I)I is too long for tick probes: its loops are not bounded",
                        "Long.huge(I)I is too long for labels: it counts as code that cannot be followed"),
                notices);
    }

    @Test
    void aRunThatGoesAnotherWayIsNoticed() throws Throwable {
        Compiled compiled = compiled("Numbers");
        Root result = new Root(RootKind.RESULT, -1, "result", "I");
        List<FlowPlan.Method> methods = List.of(
                new FlowPlan.Method("Numbers", "source", "()I", List.of(), List.of(result), List.of(variable('I', Moment.EXIT))),
                new FlowPlan.Method("Numbers", "clean", "()I", List.of(), List.of(result), List.of(variable('I', Moment.EXIT))));
        FlowPlan plan = new FlowPlan(methods, List.of("Numbers"), List.of(), List.of(new Anomaly(0, 0, 0, 1, Moment.EXIT, 0)), 100);
        Class<?> subject = load(compiled, plan, new ArrayList<>()).loadClass("Numbers");
        Recorder.beginTest(0, Long.MAX_VALUE);
        Method operators = subject.getDeclaredMethod("operators");
        operators.setAccessible(true);
        operators.invoke(null);
        assertEquals(List.of(-1), Recorder.endTest().invocations());
        assertEquals(List.of("invocation 0 of test 0 is not that of the run before; anomalies of it are left out"), Recorder.drainFaults());
    }

    @Test
    void tooManySetsOfAnomaliesStandForAllOfThem() throws Throwable {
        Compiled compiled = compiled("Numbers");
        Sinks sinks = Sinks.of(compiled.bytes("Numbers"));
        Root result = new Root(RootKind.RESULT, -1, "result", "I");
        FlowPlan.Method source = new FlowPlan.Method(
                "Numbers", "source", "()I", List.of(), List.of(result), List.of(variable('I', Moment.EXIT)));
        List<Anomaly> anomalies = IntStream.range(0, 9).mapToObj(i -> new Anomaly(10 + i, 0, i, 0, Moment.EXIT, 0)).toList();
        FlowPlan plan = new FlowPlan(List.of(source), List.of("Numbers"), sinks.sites(), anomalies, 4);
        Map<Integer, Flows> flows = run(load(compiled, plan, new ArrayList<>()).loadClass("Numbers"), "manySources");
        assertTrue(flows.values().stream().anyMatch(flow -> flow.anomalies().size() == 9), flows::toString);
        assertEquals(List.of("test 0 has more than 4 sets of anomalies; some stand for all of them"), Recorder.drainFaults());
    }
}
