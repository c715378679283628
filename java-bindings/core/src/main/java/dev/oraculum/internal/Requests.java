package dev.oraculum.internal;

import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.evidence.Constants;
import dev.oraculum.api.evidence.DuplicateStates;
import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.UnitRecord;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.api.rank.RankTest;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.PathSettings;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.api.settings.SearchSettings;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.api.settings.SynthesisSettings;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The request and result records that the public API has no use for; the Rust side is src/engine/request.rs. */
public final class Requests {
    private Requests() {}

    public record Nothing() {}

    public record Done() {}

    public record Open(
            int threads, String path, OpenMode mode, EvidenceLimits limits, DuplicateStates duplicateIncorrect,
                    InheritedCorruption inheritedCorruption, double unreadableShare) {
        public static Open of(EngineOptions options) {
            String path = options.evidence() == null ? null : Requests.path(options.evidence());
            return new Open(options.threads(), path, options.mode(), options.limits(), options.duplicateIncorrect(),
                    options.inheritedCorruption(), options.unreadableShare());
        }
    }

    public record Begin(Schema schema, Map<String, String> inputs, Constants constants) {}

    public record UnitToken(long unit) {}

    public record FinishUnit(long unit, String status, List<String> tests, String outcome) {}

    public record KeepCounterexamples(long unit, String assertion) {}

    public record DropUnit(long unit) {}

    public record Units(List<UnitRecord> units) {}

    public record StatesFile(String path) {}

    public record AssertionOf(String assertion) {}

    public record Clauses(List<Clause> clauses) {}

    public record Fetch(String assertion, long firstState) {}

    public record EffectsOf(List<String> methods, List<String> testClasses, CallGraphAlgorithm callGraph) {}

    public record ConstructionGraphOf(Branch branch, SeedSettings settings) {}

    public record SeedTemplateOf(Branch branch, SeedSettings settings, long seed) {}

    public record CallGraphOf(List<String> testClasses, CallGraphAlgorithm algorithm) {}

    public record Select(SelectSettings settings, List<String> testClasses, List<List<Integer>> executed, boolean graph) {}

    public record OpenPaths(PathSettings settings, long seed) {}

    public record OfferPaths(List<OfferedPath> alternatives) {}

    public record OfferedPath(PathCondition condition, List<String> branches) {}

    public record PathOffers(List<PathOffer> offers) {}

    /** @param id of what is queued; else null */
    public record PathOffer(PathSelector.Offer outcome, Long id) {}

    public record PollPaths(int count) {}

    public record PathAttempts(List<PathAttemptAnswer> attempts) {}

    public record PathAttemptAnswer(long id, PathAttempt.Choice choice, PathAttempt.Prediction prediction) {}

    /**
     * @param outcome {@code solved}, {@code failed}, {@code unsatisfiable} or {@code released}
     * @param executed of what is solved; else null
     */
    public record ReportPath(long id, String outcome, PathCondition executed) {}

    public record ExecutedPath(PathCondition path) {}

    public record OvertakenPaths(List<Long> overtaken) {}

    public record CoverBranches(List<String> branches) {}

    public record PathAlternativesOf(PathCondition executed, int from) {}

    public record PathAlternatives(List<PathCondition> alternatives) {}

    /** @param training JSON as text */
    public record PathTraining(String training) {}

    /** @param source {@code states}, or {@code daikon} with {@code decls}, {@code traces} and {@code lastingIdentities} */
    public record Infer(Map<String, Map<String, Object>> source, InferSettings settings) {
        public static Infer ofStates(InferSettings settings) {
            return new Infer(Map.of("states", Map.of()), settings);
        }

        /** @param lastingIdentities whether a reference is the same number in all samples, and not in one only */
        public static Infer ofTraces(List<Path> decls, List<Path> traces, boolean lastingIdentities, InferSettings settings) {
            return new Infer(
                    Map.of("daikon", Map.of(
                            "decls", decls.stream().map(Requests::path).toList(),
                            "traces", traces.stream().map(Requests::path).toList(),
                            "lastingIdentities", lastingIdentities)),
                    settings);
        }
    }

    public record WriteTrace(String path, boolean append) {
        public WriteTrace(Path file, boolean append) {
            this(Requests.path(file), append);
        }
    }

    public record DetectAnomalies(List<RankTest> manualTests, List<RankTest> generatedTests, RankSettings settings) {}

    public record AddFlow(List<FlowOfTest> tests) {}

    public record Rank(List<AssertionSite> sites, RankSettings settings) {}

    /** @param settings of the co-evolution */
    public record CheckSettings(SearchSettings settings, SynthesisSettings synthesis) {
        public static CheckSettings of(ImproveRequest r) {
            return new CheckSettings(r.settings(), r.synthesis());
        }
    }

    public record Improve(
            String assertion, long seed, long budgetMillis, long progressMillis, boolean history, SearchSettings settings,
                    SearchEngine engine, SynthesisSettings synthesis) {
        public static Improve of(ImproveRequest r) {
            return new Improve(r.assertion(), r.seed(), Math.max(1, r.budget().toMillis()), r.progressMillis(), r.history(), r.settings(),
                    r.engine(), r.synthesis());
        }
    }

    /** Absolute, because the engine's idea of the working directory may differ from the JVM's. */
    public static String path(Path file) {
        return file.toAbsolutePath().toString();
    }
}
