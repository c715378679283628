package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What holds of the objects of a class whenever they are seen from outside. Methods are inferred from one by one; their samples are
 * gathered in a file, and inferred from together.
 */
final class ObjectFacts implements AutoCloseable {
    private final Path file;
    private final TraceFile samples;
    private final InferSettings settings;

    private ObjectFacts(Path file, InferSettings settings) {
        this.file = file;
        this.samples = TraceFile.of(file);
        this.settings = settings;
    }

    /** @param methods of one class; of one method alone there is nothing that it shares with others */
    static ObjectFacts of(List<String> methods, InferSettings settings) {
        if (methods.size() < 2 || !Boolean.TRUE.equals(settings.get("objects"))) {
            return new ObjectFacts(null, settings);
        }
        try {
            return new ObjectFacts(Files.createTempFile("oraculum-objects", ".dtrace"), settings);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot make a file for samples: " + e.getMessage(), e);
        }
    }

    /** Where the samples of methods go. */
    TraceFile samples() {
        return samples;
    }

    /** The points of the methods, before them what holds of all objects, which is not said again there. */
    List<Inference.Point> with(List<Inference.Point> ofMethods) {
        if (file == null || ofMethods.isEmpty()) {
            return ofMethods;
        }
        samples.finish();
        List<Inference.Point> ofObjects;
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            Inference found = engine.inferWritten(file, settings.with("conditional", false));
            ofObjects = found.points().stream().filter(point -> point.place().equals("object")).toList();
        }
        Set<String> said = new HashSet<>();
        ofObjects.forEach(point -> point.invariants().forEach(invariant -> said.add(invariant.daikon())));
        List<Inference.Point> points = new ArrayList<>(ofObjects);
        ofMethods.forEach(point -> points.add(without(said, point)));
        return points;
    }

    private static Inference.Point without(Set<String> said, Inference.Point point) {
        List<Inference.Invariant> kept = point.invariants().stream().filter(invariant -> !said.contains(invariant.daikon())).toList();
        int elsewhere = point.elsewhere() + point.invariants().size() - kept.size();
        return new Inference.Point(
                point.name(), point.method(), point.place(), point.line(), point.samples(), point.variables(), point.variablesLeftOut(),
                kept, point.implied(), elsewhere);
    }

    @Override
    public void close() {
        samples.close();
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is in the folder for such files.
        }
    }
}
