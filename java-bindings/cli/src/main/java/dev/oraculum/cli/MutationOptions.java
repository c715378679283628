package dev.oraculum.cli;

import dev.oraculum.api.Project;
import dev.oraculum.api.WorkerSettings;
import dev.oraculum.api.improve.Improve;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that run tests on mutants: which mutants, what they may do, and where their evidence goes. */
final class MutationOptions {
    private static final String ALLOW_WRITE = "write=";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--mutators", paramLabel = "NAME", split = ",", order = 21,
            description = "PIT's mutators or groups: DEFAULTS, STRONGER, ALL, MATH, ..; CLASSIC: ours, each operator by every other; "
                    + "default: DEFAULTS.")
    private List<String> mutators = new ArrayList<>();

    @Option(names = "--mutate", paramLabel = "method|class", order = 22,
            description = "Mutate the method, or its whole class; default: ${DEFAULT-VALUE}.")
    private Improve.Mutate mutate = Improve.Mutate.METHOD;

    @Option(names = "--after-failure", paramLabel = "continue|stop", order = 23,
            description = "What a test on a mutant does after a failed assertion; going on leaves more incorrect states behind; default: "
                    + "${DEFAULT-VALUE}.")
    private Improve.AfterFailure afterFailure = Improve.AfterFailure.CONTINUE;

    @Option(names = "--evidence", paramLabel = "FILE", order = 24,
            description = "Write the evidence to this file (SQLite) as it comes, so that a killed run can be resumed; of many methods, a "
                    + "folder of such files.")
    private Path evidence;

    @Option(names = "--resume", order = 25,
            description = "Continue the run that --evidence holds: nothing that was finished is done again.")
    private boolean resume;

    @Option(names = "--allow", paramLabel = "WHAT", split = ",", order = 28,
            description = "What mutants may do outside of their scratch folder: write=DIR, process, net, native, global, descriptor, "
                    + "memory; repeatable. What a test does on the original program its mutants may do anyway.")
    private List<String> allow = new ArrayList<>();

    /** The file, or of many methods the folder; null: none. */
    Path evidence() {
        return evidence;
    }

    /** The request with mutants. */
    Improve applied(Improve request) {
        if (resume && evidence == null) {
            throw Usage.wrong(spec, "--resume needs --evidence: the file (of many methods, the folder) of the run to continue");
        }
        Project project = request.project();
        return request
                .withProject(project.withWorkers(allowed(project.workers())))
                .withMutators(mutators)
                .withMutate(mutate)
                .withAfterFailure(afterFailure)
                .withEvidence(evidence)
                .withResume(resume);
    }

    private WorkerSettings allowed(WorkerSettings workers) {
        WorkerSettings settings;
        try {
            settings = workers.withAllow(allow);
        } catch (IllegalArgumentException e) {
            throw Usage.wrong(spec, "--allow: " + e.getMessage());
        }
        for (String what : settings.allow()) {
            if (what.startsWith(ALLOW_WRITE)) {
                OutputFiles.requireWritable("--allow write", Path.of(what.substring(ALLOW_WRITE.length())));
            }
        }
        return settings;
    }
}
