package dev.oraculum.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.PlannedRecording;
import dev.oraculum.api.Project;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.execution.Jvm;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.internal.WholeFile;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.recording.RecordedRuns;
import dev.oraculum.recording.RunPlan;
import dev.oraculum.replay.Replays;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What test runs of a build record for a job: the plan, made of the job's request, and what they left, for the job of the same request.
 * A job that takes it runs no tests of its own, and finds what such a run would have left.
 */
public final class RecordingFolder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WHAT = "methods and settings";

    private RecordingFolder() {}

    /**
     * A plan, and what it is for.
     *
     * @param testClasses binary names of those that must run
     * @param analyses of methods, by method as the request names it
     */
    record Planned(RunPlan plan, List<String> testClasses, Map<String, Analysis> analyses) {}

    // ---- planning

    /** See {@link dev.oraculum.api.Oraculum#planRecording(Infer, Path)}. */
    public static PlannedRecording plan(Infer request, Path folder) {
        return ImproveJob.withProjectErrors(() -> {
            try (ProjectFiles files = ProjectFiles.open(request.project())) {
                return write(of(request, files), folder);
            }
        });
    }

    /** See {@link dev.oraculum.api.Oraculum#planRecording(Select, int, Path)}. */
    public static PlannedRecording plan(Select request, int kept, Path folder) {
        return ImproveJob.withProjectErrors(() -> {
            try (ClassPath classPath = ClassPath.open(ProjectRun.paths(request.project()));
                    Engine engine = Engine.open(EngineOptions.inMemory())) {
                SelectFacts facts = SelectFacts.of(request, classPath, engine);
                List<String> testClasses = facts.testClasses().stream().map(name -> name.replace('/', '.')).toList();
                List<OracleDatum> data = SelectJob.data(request, facts, engine);
                return write(of(request.project(), testClasses, data, kept), folder);
            }
        });
    }

    private static PlannedRecording write(Planned planned, Path folder) {
        try {
            Files.createDirectories(folder);
            List<Path> old = RecordedRuns.files(folder);
            for (Path file : old) {
                Files.delete(file);
            }
            WholeFile.write(folder.resolve(RunPlan.FILE), planned.plan().toBytes());
            return new PlannedRecording(folder, planned.plan().subjects().size(), planned.testClasses(), old.size());
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "the plan of a recording cannot be written into " + folder + ": "
                    + e.getMessage(), e);
        }
    }

    /** The states of all methods of a request that can be observed; what is wrong with the others their own turn will tell. */
    static Planned of(Infer request, ProjectFiles files) {
        Set<String> testClasses = new LinkedHashSet<>();
        Map<String, Plan> plans = new LinkedHashMap<>();
        Map<String, Analysis> analyses = new HashMap<>();
        RuntimeException wrong = null;
        for (String method : InferJob.methods(request, files)) {
            try {
                Analysis analysis = Analysis.withoutMutants(InferJob.evidence(request, method), files, new JobClock(JobListener.NONE));
                analyses.put(method, analysis);
                plans.put(name(analysis), analysis.capture().plan());
                analysis.testClasses().forEach(testClasses::addAll);
            } catch (RuntimeException e) {
                wrong = e;
            }
        }
        if (plans.isEmpty()) {
            throw wrong;
        }
        List<String> owners = plans.keySet().stream().map(RecordingFolder::className).toList();
        List<String> tests = List.copyOf(testClasses);
        byte[] set = new PlanSet(List.copyOf(plans.values())).toBytes();
        Map<String, String> inputs = inputs(files.digests(), tests);
        inputs.put(WHAT, RunPlan.digest(set));
        RunPlan plan = new RunPlan(inputs, List.copyOf(plans.keySet()), classes(request.project(), files.classPath(), owners, tests), set);
        return new Planned(plan, tests, analyses);
    }

    /** What a method's plan is called in {@link RunPlan#subjects}. */
    static String name(Analysis method) {
        return method.capture().method().toString();
    }

    private static String className(String method) {
        return method.substring(0, method.indexOf('#'));
    }

    /** The values of data, and the calls of tests. */
    static Planned of(Project project, List<String> testClasses, List<OracleDatum> data, int kept) {
        Jvm jvm = ProjectRun.jvm(project);
        try (ClassPath classPath = ClassPath.open(ProjectRun.paths(project), Optional.of(jvm.home()))) {
            List<Plan> plans = List.of(DataPlanner.plan(classPath, data, kept).plan(), Replays.plan(testClasses, classPath,
                    project.tests().stream().map(Path::toAbsolutePath).toList()));
            byte[] set = new PlanSet(plans).toBytes();
            Map<String, String> inputs = inputs(Fingerprint.Contents.of(project), testClasses);
            inputs.put(WHAT, RunPlan.digest(set));
            List<String> owners = data.stream().map(OracleDatum::className).toList();
            return new Planned(new RunPlan(inputs, data.stream().map(RecordingFolder::encode).toList(),
                    classes(project, classPath, owners, testClasses), set), testClasses, Map.of());
        }
    }

    /** What a datum is called in {@link RunPlan#subjects}. */
    static String encode(OracleDatum datum) {
        try {
            return JSON.writeValueAsString(datum);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of texts and numbers has JSON", e);
        }
    }

    private static Map<String, String> inputs(Fingerprint.Contents files, List<String> testClasses) {
        Map<String, String> inputs = new TreeMap<>();
        inputs.put("classPath", files.classPath());
        inputs.put("tests", files.tests());
        inputs.put("testClasses", String.join(",", testClasses));
        return inputs;
    }

    /** Digests of the classes that are recorded, of the tests, and of all in folders: these change from build to build. */
    private static Map<String, String> classes(Project project, ClassPath classPath, List<String> owners, List<String> testClasses) {
        Map<String, String> digests = new TreeMap<>();
        Set<String> named = new LinkedHashSet<>(owners);
        named.addAll(testClasses);
        for (String name : classPath.projectClasses()) {
            boolean inFolder = classPath.origin(name).filter(Files::isDirectory).isPresent();
            if (inFolder || named.contains(name.replace('/', '.'))) {
                classPath.find(name).ifPresent(bytes -> digests.put(name, RunPlan.digest(bytes)));
            }
        }
        return digests;
    }

    // ---- reading

    /**
     * What a request's recording has to be of.
     *
     * @param inputs by name, as the plan has them
     */
    record Wanted(Map<String, String> inputs) {}

    /** The code and the tests of a project. */
    static Wanted wanted(Project project, List<String> testClasses) {
        return new Wanted(inputs(Fingerprint.Contents.of(project), testClasses));
    }

    /**
     * What was recorded for a request.
     *
     * @param further what else of a plan is not as wanted, by name
     * @throws IllegalArgumentException it is of other code, tests or settings, or cannot be read
     */
    static RecordedRuns read(Path folder, Wanted wanted, Function<RunPlan, List<String>> further) {
        RunPlan plan = RecordedRuns.plan(folder);
        List<String> differing = new ArrayList<>();
        new TreeMap<>(wanted.inputs()).forEach((name, value) -> {
            if (!value.equals(plan.inputs().get(name))) {
                differing.add(name);
            }
        });
        if (differing.isEmpty()) {
            // What follows from other code is no news.
            differing.addAll(further.apply(plan));
        }
        if (!differing.isEmpty()) {
            throw RecordedRuns.unusable("what was planned to be recorded in " + folder + " is not what this asks for; different: "
                    + String.join(", ", differing), null);
        }
        return RecordedRuns.read(folder, plan);
    }

    /** Says where tests were run but once. */
    static void warnIfOnce(RecordedRuns runs, List<String> testClasses, Path folder, Consumer<String> warnings) {
        if (!runs.isRepeated(testClasses)) {
            warnings.accept("tests were recorded once in " + folder + ": what differs from run to run is not known, and not left out; run"
                    + " the tests once more to know it");
        }
    }
}
