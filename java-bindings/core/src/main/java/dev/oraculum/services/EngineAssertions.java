package dev.oraculum.services;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.Constants;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.MutantVerdict;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.internal.Json;
import dev.oraculum.services.ValueRecords.Growing;
import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.AssertionEngineProvider;
import dev.oraculum.spi.AssertionScore;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.ProgramPoint;
import dev.oraculum.verification.Variables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The engine's search for assertions, as other generators ask for it. Evidence of the engine is whole units, which nothing is added to:
 * states are kept here as records, and given to an engine when something is asked.
 */
public final class EngineAssertions implements AssertionEngine {
    /** The states that one version of the code has left. */
    private static final class Version {
        private final Growing records = new Growing(1 << 10);
        private final Map<String, Integer> tests = new LinkedHashMap<>();
        /** By test: its invocations so far. */
        private final List<Integer> invocations = new ArrayList<>();
    }

    private static final String ORIGINAL = "original";

    private final Schema schema;
    private final Constants constants;
    private final ValueRecords values;
    private final ImproveRequest request;
    private final ReentrantLock lock = new ReentrantLock();
    private final Version original = new Version();
    private final Map<String, Version> mutants = new LinkedHashMap<>();
    /** Has all states; null: states were added since. A search runs in it without the lock being asked, so that it can be cancelled. */
    private volatile Engine engine;
    private boolean closed;

    private EngineAssertions(Schema schema, Constants constants, ImproveRequest request) {
        this.schema = schema;
        this.constants = constants;
        this.values = new ValueRecords(schema);
        this.request = request;
    }

    /** What {@link java.util.ServiceLoader} finds. */
    public static final class Provider implements AssertionEngineProvider {
        /** For the loader of services. */
        public Provider() {}

        @Override
        public AssertionEngine open(ProgramPoint point, Preset preset, Map<String, String> settings) {
            ImproveRequest request = with(preset == Preset.PAPER ? ImproveRequest.paper() : ImproveRequest.defaults(), settings);
            List<Long> integers = new ArrayList<>();
            List<Double> reals = new ArrayList<>();
            for (Number number : point.numbers()) {
                if (number instanceof Double || number instanceof Float) {
                    reals.add(number.doubleValue());
                } else {
                    integers.add(number.longValue());
                }
            }
            Constants constants = new Constants(integers, reals, List.of(), List.of(), List.of(), List.of(), List.of());
            Schema schema = new Schema(point.method(), point.variables().stream().map(ValueRecords::variable).toList());
            EngineAssertions session = new EngineAssertions(schema, constants, request);
            // What is wrong with a schema, the engine says.
            session.asked(Engine::settings);
            return session;
        }

        private static ImproveRequest with(ImproveRequest start, Map<String, String> settings) {
            Map<String, String> search = new HashMap<>();
            Map<String, String> synthesis = new HashMap<>();
            settings.forEach((name, value) -> {
                boolean ofSynthesis = start.settings().schema().find(name).isEmpty() && start.synthesis().schema().find(name).isPresent();
                (ofSynthesis ? synthesis : search).put(name, value);
            });
            return start.withSettings(Translated.with(start.settings(), search))
                    .withSynthesis(Translated.with(start.synthesis(), synthesis));
        }
    }

    @Override
    public void correct(String test, List<?> state) {
        add(null, test, state);
    }

    @Override
    public void incorrect(String mutant, String test, List<?> state) {
        if (mutant.equals(ORIGINAL)) {
            throw new IllegalArgumentException("a mutant is called `" + ORIGINAL + "`, which is the code as it is: give it another name");
        }
        add(mutant, test, state);
    }

    private void add(String mutant, String test, List<?> state) {
        Objects.requireNonNull(test, "test");
        byte[] record = values.encode(state, variable -> true);
        locked(() -> {
            Version version = mutant == null ? original : mutants.computeIfAbsent(mutant, name -> new Version());
            int number = version.tests.computeIfAbsent(test, name -> version.tests.size());
            if (number == version.invocations.size()) {
                version.invocations.add(0);
            }
            int invocation = version.invocations.set(number, version.invocations.get(number) + 1);
            version.records.putInt(4 + 4 + 2 + record.length).putInt(number).putInt(invocation).putShort(0).put(record);
            forget();
            return null;
        });
    }

    @Override
    public AssertionScore evaluate(String assertion) {
        Objects.requireNonNull(assertion, "assertion");
        return asked(asked -> score(asked.evaluate(assertion), asked.evidence().summary()));
    }

    @Override
    public ImprovedAssertion improve(String assertion, long seed, Duration budget) {
        if (seed < 0) {
            throw new IllegalArgumentException("seed is " + seed + ": expected 0 or more");
        }
        ImproveRequest whole = request.withAssertion(assertion).withSeed(seed).withBudget(budget);
        return asked(asked -> {
            Improvement found = asked.improve(whole, null);
            List<ImprovedAssertion.Clause> clauses = found.clauses().stream()
                    .map(c -> new ImprovedAssertion.Clause(c.assertion(), c.mutants(), c.support(), c.confidence()))
                    .toList();
            return new ImprovedAssertion(
                    score(found.best(), asked.evidence().summary()), found.improved() != null, clauses, Json.word(found.stopReason()));
        });
    }

    private static AssertionScore score(ScoredAssertion of, EvidenceSummary evidence) {
        List<String> entry = of.text().variables().stream()
                .filter(variable -> variable.entry() != null)
                .map(Variables::entryDeclaration)
                .toList();
        return new AssertionScore(
                of.text().assertion(), of.text().java(), entry, of.text().exitValues().stream().map(ExitValue::declaration).toList(),
                of.text().size(), of.fp(), of.fn(), evidence.correct(), evidence.incorrect(), named(of, MutantVerdict.Verdict.DETECTED),
                named(of, MutantVerdict.Verdict.SURVIVED));
    }

    private static List<String> named(ScoredAssertion of, MutantVerdict.Verdict verdict) {
        return of.verdicts().stream().filter(v -> v.verdict() == verdict).map(MutantVerdict::mutant).toList();
    }

    @Override
    public void cancel() {
        Engine searching = engine;
        if (searching != null) {
            try {
                searching.cancel();
            } catch (IllegalStateException e) {
                // It was closed meanwhile: nothing is left to cancel.
            }
        }
    }

    @Override
    public void close() {
        cancel();
        lock.lock();
        try {
            closed = true;
            forget();
            mutants.clear();
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    private <T> T asked(Function<Engine, T> question) {
        return locked(() -> {
            if (engine == null) {
                engine = filled();
            }
            return question.apply(engine);
        });
    }

    private Engine filled() {
        // One thread: a generator has sessions of its own side by side, and one is small.
        Engine opened = Engine.open(EngineOptions.inMemory().withThreads(1));
        try {
            opened.evidence().begin(schema, Map.of(), constants);
            write(opened, new UnitHeader(0, ORIGINAL, UnitKind.ORIGINAL), original);
            long index = 1;
            for (Map.Entry<String, Version> mutant : mutants.entrySet()) {
                write(opened, new UnitHeader(index++, mutant.getKey(), UnitKind.MUTANT), mutant.getValue());
            }
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static void write(Engine engine, UnitHeader header, Version version) {
        try (EvidenceUnit unit = engine.evidence().beginUnit(header)) {
            unit.append(version.records.direct());
            unit.finish("completed", List.copyOf(version.tests.keySet()), "{}");
        }
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this assertion engine is closed");
            }
            return Translated.call(action);
        } finally {
            lock.unlock();
        }
    }
}
