package dev.oraculum.evaluation.specifications;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.evaluation.specifications.SmallCalls.Call;
import dev.oraculum.evaluation.specifications.SmallCalls.Made;
import dev.oraculum.evaluation.specifications.Specification.OfClass;
import dev.oraculum.evaluation.specifications.Specification.OfMethod;
import dev.oraculum.facts.ClassPath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges what {@code improve} has found of a method. A clause is false iff it is false on a small legal call. A specification's assertion
 * is found iff it holds in every state with a legal entry, whatever the exit, in which the true clauses hold.
 */
final class Judge {
    private static final int BUFFER = 8 << 20;
    private static final int HELD = 2;

    private final ClassPath classPath;
    private final Path classes;
    private final String packageName;
    private final SubjectClasses plain;
    private final SmallObjects objects;

    /**
     * A clause.
     *
     * @param counterexample a call after which it is false; empty: it is true
     * @param isEmpty whether no exit at all makes it false
     */
    record JudgedClause(String assertion, long support, String counterexample, boolean isEmpty) {
        boolean isFalse() {
            return !counterexample.isEmpty();
        }
    }

    /** An assertion of the specification. */
    record Sought(String assertion, boolean isFound) {}

    /**
     * What came of a method.
     *
     * @param calls legal ones
     * @param exits states with an exit that may be wrong
     */
    record Verdict(OfClass of, OfMethod method, int calls, int exits, List<JudgedClause> clauses, List<Sought> sought) {
        long falseClauses() {
            return clauses.stream().filter(JudgedClause::isFalse).count();
        }

        long found() {
            return sought.stream().filter(Sought::isFound).count();
        }
    }

    /** A clause with the correct states that speak for it. */
    record Claim(String assertion, long support) {}

    Judge(ClassPath classPath, Path classes, String packageName, List<OfClass> all) {
        this.classPath = classPath;
        this.classes = classes;
        this.packageName = packageName;
        this.plain = new SubjectClasses(classes, packageName, null);
        this.objects = new SmallObjects(plain, all);
    }

    /** @throws IllegalStateException an assertion of the specification is false, says nothing, or cannot be read */
    Verdict judge(OfClass of, OfMethod method, List<Claim> claims) {
        String name = packageName + "." + of.name() + "#" + method.method();
        JudgedState state = JudgedState.of(classPath, name, plain);
        SubjectClasses woven = new SubjectClasses(classes, packageName, state.plan());
        SmallCalls calls = new SmallCalls(plain, woven, objects, of, method, state.plan());
        List<Call> legal = new ArrayList<>();
        StateWriter right = new StateWriter(state.plan());
        for (Call call : calls.all()) {
            Made made = calls.make(call);
            right.enter(calls.entry(made));
            try {
                RootValues values = calls.run(made);
                right.exit(values.exit(), values.exitOrdinal());
                legal.add(call);
            } catch (SmallObjects.Refused e) {
                // What throws is not asserted on, or not legal.
            }
        }
        Set<String> unreadable = unreadable(state, right);
        JudgedState readable = state.without(unreadable);
        StateWriter wrong = new StateWriter(readable.plan());
        new ExitStates(calls, new Heap(woven), readable.plan(), wrong).write(legal);
        try (Engine truth = engine(state, right, new BitSet());
                Engine exits = engine(readable, wrong, unreadableStates(readable, wrong))) {
            for (String assertion : method.assertions()) {
                require(name, assertion, truth, right, legal);
                if (violations(exits, assertion) == 0) {
                    throw new IllegalStateException(name + ": no exit makes the specification false: " + assertion);
                }
            }
            List<JudgedClause> clauses = new ArrayList<>();
            List<String> proven = new ArrayList<>();
            for (Claim claim : claims) {
                String counterexample = counterexample(claim.assertion(), truth, right, legal, unreadable);
                boolean isEmpty = counterexample.isEmpty() && violations(exits, claim.assertion()) == 0;
                clauses.add(new JudgedClause(claim.assertion(), claim.support(), counterexample, isEmpty));
                if (counterexample.isEmpty()) {
                    proven.add("(" + claim.assertion() + ")");
                }
            }
            String premise = proven.isEmpty() ? "true" : String.join(" && ", proven);
            List<Sought> sought = method.assertions().stream()
                    .map(assertion -> new Sought(assertion, violations(exits, "(" + premise + ") ==> (" + assertion + ")") == 0)).toList();
            return new Verdict(of, method, legal.size(), wrong.size(), clauses, sought);
        }
    }

    private static void require(String method, String assertion, Engine truth, StateWriter right, List<Call> legal) {
        String counterexample;
        try {
            counterexample = counterexample(assertion, truth, right, legal, Set.of());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(method + ": the specification cannot be read: " + e.getMessage(), e);
        }
        if (!counterexample.isEmpty()) {
            throw new IllegalStateException(method + ": the specification is false: " + assertion + " after " + counterexample);
        }
    }

    /** Variables that cannot be read in some legal state although their receiver is there: an observer throws. */
    private static Set<String> unreadable(JudgedState state, StateWriter right) {
        Set<String> unreadable = new HashSet<>();
        for (int record = 0; record < right.size(); record++) {
            for (int i = 0; i < state.schema().variables().size(); i++) {
                if (isUnreadable(state, right, record, i)) {
                    unreadable.add(state.schema().variables().get(i).name());
                }
            }
        }
        return unreadable;
    }

    private static boolean isUnreadable(JudgedState state, StateWriter writer, int record, int variable) {
        if (writer.isPresent(record, variable)) {
            return false;
        }
        String receiver = state.schema().variables().get(variable).receiver();
        int place = receiver == null ? -1 : state.place(receiver);
        return place < 0 || writer.isObject(record, place);
    }

    private static BitSet unreadableStates(JudgedState state, StateWriter wrong) {
        BitSet records = new BitSet();
        for (int record = 0; record < wrong.size(); record++) {
            for (int i = 0; i < state.schema().variables().size() && !records.get(record); i++) {
                records.set(record, isUnreadable(state, wrong, record, i));
            }
        }
        return records;
    }

    private static Engine engine(JudgedState state, StateWriter states, BitSet without) {
        Engine engine = Engine.open(EngineOptions.inMemory().withUnreadableShare(0));
        engine.evidence().begin(state.schema(), Map.of());
        try (EvidenceUnit unit = engine.evidence().beginUnit(new UnitHeader(0, "small scope", UnitKind.ORIGINAL))) {
            unit.append(states.batch(without));
            unit.finish("completed", List.of("small scope"), "");
        }
        return engine;
    }

    /** States in which an assertion is false. */
    private static long violations(Engine states, String assertion) {
        return states.evaluate(assertion).fp();
    }

    /** A call after which an assertion is false, or may throw; empty: there is none. */
    private static String counterexample(
            String assertion, Engine truth, StateWriter right, List<Call> legal, Set<String> unreadable) {
        try {
            return violations(truth, assertion) == 0 ? "" : firstViolation(assertion, truth, right, legal);
        } catch (IllegalArgumentException e) {
            if (unreadable.isEmpty()) {
                throw e;
            }
            return "a call where it cannot be evaluated: " + e.getMessage().lines().reduce((a, b) -> b).orElse("");
        }
    }

    private static String firstViolation(String assertion, Engine truth, StateWriter right, List<Call> legal) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        // The engine has each state once, in the order in which they were recorded.
        Map<ByteBuffer, Integer> seen = new HashMap<>();
        List<Integer> distinct = new ArrayList<>();
        for (int i = 0; i < right.size(); i++) {
            if (seen.putIfAbsent(right.state(i), i) == null) {
                distinct.add(i);
            }
        }
        for (int first = 0, count = 1; count > 0; first += count) {
            buffer.clear();
            count = truth.evidence().readStates(assertion, first, buffer);
            buffer.flip();
            for (int i = 0; i < count; i++) {
                int length = buffer.getInt();
                boolean holds = (buffer.get(buffer.position()) & HELD) != 0;
                buffer.position(buffer.position() + length);
                if (!holds) {
                    return first + i < distinct.size() ? "`" + legal.get(distinct.get(first + i)).text() + "`" : "a call";
                }
            }
        }
        throw new IllegalStateException("no state where there was one: " + assertion);
    }
}
