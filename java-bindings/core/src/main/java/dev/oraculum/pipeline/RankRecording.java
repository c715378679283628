package dev.oraculum.pipeline;

import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.api.rank.RankPlan;
import dev.oraculum.api.rank.RankRun;
import dev.oraculum.api.rank.RankTest;
import dev.oraculum.internal.Json;
import dev.oraculum.runtime.InvocationPlan;
import dev.oraculum.runtime.StatePlan;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;

/**
 * What the runs of a ranking leave, in a folder, so that it can be ranked again by any settings and any constraints without a run:
 * {@code plan.json}, {@code manual.records} and {@code generated.records} as the engine gets them, {@code ranking.json.gz} with tests,
 * sites and flow. The flow is of every value of every invocation, not only of unusual ones.
 */
final class RankRecording {
    /** Length, test, method, invocation, end. */
    private static final int HEADER = 4 + 4 + 4 + 4 + 1;

    private final Path folder;
    private final InvocationPlan plan;
    private final List<Anomalies.Anomaly> values = new ArrayList<>();

    RankRecording(Path folder, RankPlan forEngine, InvocationPlan plan) {
        this.folder = folder;
        this.plan = plan;
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve("plan.json"), Json.bytes(forEngine));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All values of the invocations of the generated run, after it. */
    List<Anomalies.Anomaly> values() {
        return values;
    }

    /** Takes the records of a run. */
    final class Run implements AutoCloseable {
        private final RankRun run;
        private final OutputStream out;

        Run(RankRun run) {
            this.run = run;
            try {
                out = new BufferedOutputStream(Files.newOutputStream(
                        folder.resolve(run == RankRun.MANUAL ? "manual.records" : "generated.records")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized void append(ByteBuffer batch) {
            byte[] bytes = new byte[batch.remaining()];
            batch.get(bytes);
            try {
                out.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; run == RankRun.GENERATED && at + HEADER <= bytes.length; at += 4 + records.getInt(at)) {
                add(records.getInt(at + 4), records.getInt(at + 8), records.getInt(at + 12), bytes[at + 16] == 0);
            }
        }

        private void add(int test, int method, int invocation, boolean returned) {
            List<StatePlan.Variable> variables = plan.methods().get(method).variables();
            for (int variable = 0; variable < variables.size(); variable++) {
                boolean entry = variables.get(variable).moment() == StatePlan.Moment.ENTRY;
                if (entry || returned) {
                    values.add(new Anomalies.Anomaly(values.size(), test, invocation, method,
                            entry ? Anomalies.Moment.ENTRY : Anomalies.Moment.EXIT, variable));
                }
            }
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** @param wrong what is known to be wrong, for the judgement of rankings */
    void write(List<RankTest> manual, List<RankTest> generated, List<AssertionSite> sites, List<FlowOfTest> flow,
            Predicate<AssertionSite> wrong) {
        List<int[]> named = values.stream().map(v -> new int[] {v.test(), v.invocation(), v.variable()}).toList();
        Map<String, Object> all = Map.of("manualTests", manual, "generatedTests", generated, "sites", sites, "wrong",
                sites.stream().map(wrong::test).toList(), "values", named, "flow", flow);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("ranking.json.gz")))) {
            out.write(Json.bytes(all));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
