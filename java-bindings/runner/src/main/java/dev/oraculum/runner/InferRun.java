package dev.oraculum.runner;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.StateSettings;
import java.nio.file.Path;

/** Job {@code infer}. */
final class InferRun {
    private InferRun() {}

    static void run(Ask ask, End end, Said said) {
        InferSettings settings = InferSettings.defaults();
        ask.requireKnown(settings, StateSettings.DEFAULT);
        Path planned = Recordings.planned(ask);
        Infer request = Infer.of(ask.project(), ask.methods(true)).withSettings(ask.apply(settings))
                .withStates(ask.apply(StateSettings.DEFAULT)).withRecorded(Recordings.recorded(ask));
        if (planned != null) {
            Recordings.print(Oraculum.planRecording(request, planned), "method", "methods", said);
            return;
        }
        InferReport report = Oraculum.infer(request, said);
        Jobs.write(ask.reports().resolve("infer.json"), report.toJson());
        Jobs.write(ask.reports().resolve("infer.txt"), report.toDaikon());
        report.failures().forEach(failure -> said.aside(failure.method() + ": no invariants: " + failure.reason()));
        long points = report.points().stream().filter(point -> !point.invariants().isEmpty()).count();
        for (Inference.Point point : report.points()) {
            point.invariants().forEach(invariant -> said.aside(point.name() + ": " + invariant.daikon()));
        }
        said.line(Jobs.count(report.invariants(), "invariant", "invariants") + " at " + Jobs.count(points, "program point",
                "program points") + ": " + ask.reports().resolve("infer.txt"));
        end.figure("invariants", report.invariants());
        end.problems(report.run().problems());
    }
}
