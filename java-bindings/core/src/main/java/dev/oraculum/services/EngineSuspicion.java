package dev.oraculum.services;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.api.rank.ProfileMode;
import dev.oraculum.api.rank.RankPlan;
import dev.oraculum.api.rank.RankRun;
import dev.oraculum.api.rank.RankTest;
import dev.oraculum.api.rank.Ranking;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.services.ValueRecords.Growing;
import dev.oraculum.spi.GeneratedAssertion;
import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.PointMethod;
import dev.oraculum.spi.SuspicionRanker;
import dev.oraculum.spi.SuspicionRankerProvider;
import dev.oraculum.spi.SuspiciousAssertion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The engine's ranking, as other generators ask for it. What flows into an assertion is not traced here: the caller knows the invocations,
 * and all anomalies of these count.
 */
public final class EngineSuspicion implements SuspicionRanker {
    private final Engine engine;
    private final List<PointMethod> methods;
    private final List<ValueRecords> values;
    private final int statements;
    private final RankSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<RankRun, Map<String, Integer>> tests =
            Map.of(RankRun.MANUAL, new LinkedHashMap<>(), RankRun.GENERATED, new LinkedHashMap<>());
    /** Null until something is ranked. */
    private Anomalies anomalies;
    private boolean closed;

    private EngineSuspicion(Engine engine, List<PointMethod> methods, List<ValueRecords> values, int statements, RankSettings settings) {
        this.engine = engine;
        this.methods = methods;
        this.values = values;
        this.statements = statements;
        this.settings = settings;
    }

    /** What {@link java.util.ServiceLoader} finds. */
    public static final class Provider implements SuspicionRankerProvider {
        /** For the loader of services. */
        public Provider() {}

        @Override
        public SuspicionRanker open(List<PointMethod> methods, int statements, Preset preset, Map<String, String> settings) {
            RankSettings chosen =
                    Translated.with(preset == Preset.PAPER ? RankSettings.paper() : RankSettings.defaults(), settings);
            List<RankPlan.Method> planned = methods.stream().map(Provider::planned).toList();
            RankPlan plan = new RankPlan(planned, statements, ProfileMode.CUMULATIVE);
            return Translated.call(() -> {
                // One thread, as of the other services.
                Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                try {
                    engine.openRanking(plan);
                    List<ValueRecords> values = planned.stream().map(method -> new ValueRecords(method.schema())).toList();
                    return new EngineSuspicion(engine, methods, values, statements, chosen);
                } catch (RuntimeException e) {
                    engine.close();
                    throw e;
                }
            });
        }

        private static RankPlan.Method planned(PointMethod method) {
            String internal = method.className().replace('.', '/');
            List<Variable> variables = method.variables().stream().map(ValueRecords::variable).toList();
            String name = method.className() + "#" + method.name() + method.descriptor();
            return new RankPlan.Method(internal, method.name(), method.descriptor(), new Schema(name, variables));
        }
    }

    @Override
    public void manual(String test, List<PointInvocation> invocations) {
        add(RankRun.MANUAL, test, invocations);
    }

    @Override
    public void generated(String test, List<PointInvocation> invocations) {
        add(RankRun.GENERATED, test, invocations);
    }

    private void add(RankRun run, String test, List<PointInvocation> invocations) {
        locked(() -> {
            if (anomalies != null) {
                throw new IllegalStateException("assertions were ranked already: open another ranker for more tests");
            }
            Map<String, Integer> known = tests.get(run);
            if (known.containsKey(test)) {
                throw new IllegalArgumentException("the test " + test + " was added before");
            }
            Growing records = records(known.size(), test, invocations);
            if (records.position() > 0) {
                engine.appendInvocations(run, 0, records.direct());
            }
            known.put(test, known.size());
            return null;
        });
    }

    private Growing records(int number, String test, List<PointInvocation> invocations) {
        Growing records = new Growing(1 << 10);
        Set<Integer> executed = new HashSet<>();
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < invocations.size(); i++) {
            PointInvocation invocation = invocations.get(i);
            String where = "invocation " + i + " of " + test + ": ";
            if (invocation.method() < 0 || invocation.method() >= methods.size()) {
                throw new IllegalArgumentException(where + "there is no method " + invocation.method() + " of " + methods.size());
            }
            if (!numbers.add(invocation.number())) {
                throw new IllegalArgumentException(where + "another one has the number " + invocation.number());
            }
            // A record names those that none before it has.
            Set<Integer> more = new TreeSet<>(invocation.statements());
            more.removeAll(executed);
            executed.addAll(more);
            if (more.stream().anyMatch(statement -> statement < 0 || statement >= statements)) {
                throw new IllegalArgumentException(where + "statements are " + more + ": expected numbers below " + statements);
            }
            byte[] state;
            try {
                state = values.get(invocation.method())
                        .encode(invocation.values(), variable -> !invocation.threw() || variable.name().startsWith("old_"));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(where + e.getMessage(), e);
            }
            records.putInt(4 + 4 + 4 + 1 + 4 + 4 * more.size() + state.length).putInt(number).putInt(invocation.method())
                    .putInt(invocation.number()).putByte(invocation.threw() ? 1 : 0).putInt(more.size());
            more.forEach(records::putInt);
            records.put(state);
        }
        return records;
    }

    @Override
    public List<SuspiciousAssertion> rank(List<GeneratedAssertion> assertions) {
        return locked(() -> {
            Map<String, Integer> generated = tests.get(RankRun.GENERATED);
            List<AssertionSite> sites = new ArrayList<>();
            Map<Integer, List<Integer>> byTest = new LinkedHashMap<>();
            for (int i = 0; i < assertions.size(); i++) {
                GeneratedAssertion assertion = assertions.get(i);
                Integer test = generated.get(assertion.test());
                if (test == null) {
                    throw new IllegalArgumentException("assertion " + i + " (" + assertion.text() + ") is of the test " + assertion.test()
                            + ", which was not added as a generated one");
                }
                byTest.computeIfAbsent(test, key -> new ArrayList<>()).add(i);
                // Sites are told apart, and ordered where scores are equal, by these.
                sites.add(new AssertionSite(String.format("%010d", i), assertion.test(), "()V", 0, 0, "assertion", assertion.text()));
            }
            // Flow is united with that of before: each ranking has a detection of its own.
            anomalies = engine.detectAnomalies(ran(RankRun.MANUAL), ran(RankRun.GENERATED), settings);
            Map<Integer, Map<Integer, List<Integer>>> found = new HashMap<>();
            anomalies.anomalies().forEach(anomaly -> found.computeIfAbsent(anomaly.test(), key -> new HashMap<>())
                    .computeIfAbsent(anomaly.invocation(), key -> new ArrayList<>())
                    .add(anomaly.id()));
            List<FlowOfTest> flow = new ArrayList<>();
            byTest.forEach((test, places) -> flow.add(new FlowOfTest(test, places.stream().map(place -> {
                List<Integer> reached = new TreeSet<>(assertions.get(place).invocations()).stream()
                        .flatMap(invocation -> found.getOrDefault(test, Map.of()).getOrDefault(invocation, List.of()).stream())
                        .sorted()
                        .toList();
                return new FlowOfTest.Site(place, 1, false, reached);
            }).toList())));
            engine.addFlow(flow);
            Ranking ranking = engine.rank(sites, settings);
            return ranking.assertions().stream().map(assertion -> suspicious(assertion, ranking)).toList();
        });
    }

    private List<RankTest> ran(RankRun run) {
        return tests.get(run).keySet().stream().map(name -> new RankTest(name, true)).toList();
    }

    private static SuspiciousAssertion suspicious(Ranking.Assertion assertion, Ranking ranking) {
        List<SuspiciousAssertion.Reason> reasons = assertion.reasons().stream().map(reason -> {
            Ranking.Constraint constraint = ranking.constraints().get(reason.constraint());
            return new SuspiciousAssertion.Reason(
                    constraint.method(), constraint.moment() == Anomalies.Moment.ENTRY, constraint.daikon(), constraint.java(),
                    reason.violations(), reason.score(), constraint.confidence());
        }).toList();
        return new SuspiciousAssertion(assertion.site(), assertion.score(), assertion.position(), reasons);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            engine.close();
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this suspicion ranker is closed");
            }
            return Translated.call(action);
        } finally {
            lock.unlock();
        }
    }
}
