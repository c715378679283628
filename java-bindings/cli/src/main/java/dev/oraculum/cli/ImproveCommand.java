package dev.oraculum.cli;

import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.change.ChangedCode;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Form;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.Patch;
import dev.oraculum.api.improve.Proof;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.patch.PatchException;
import dev.oraculum.patch.SourcePatch;
import dev.oraculum.patch.SourcePatches;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oraculum improve}. */
@Command(
        name = "improve",
        sortOptions = false,
        customSynopsis = {
            "oraculum improve --classpath CP --tests CP --method METHOD [OPTION]...",
            "       oraculum improve --classpath CP --tests CP --class NAME [OPTION]...",
            "       oraculum improve --states FILE [OPTION]..."
        },
        description = {
            "Find a better assertion for a method's exit.",
            "",
            "Runs the tests on the method and on mutants of it, and searches the assertion that holds whenever the method is right and"
                    + " fails most often when it is not.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:improved, or already perfect; many methods: all were gone through, the table says with what outcome",
            "1:no improvement found",
            "2:the command line, the assertion or a file named there is wrong",
            "3:the project under test could not be run",
            "4:internal error",
            "5:many methods: gone through, but some ended by an internal error",
            "6:no evidence: no mutant is visible in the recorded state, or only a trivial one"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  From scratch, in a built Maven project:",
            "    mvn -q dependency:build-classpath -Dmdep.outputFile=cp.txt",
            "    oraculum improve --classpath target/classes \\",
            "        --tests \"target/test-classes:$$(cat cp.txt)\" --method 'pkg.Calc#min'",
            "",
            "  A given assertion, with a patch for the sources and the result for a program:",
            "    oraculum improve --classpath app.jar --tests app-tests.jar:junit.jar \\",
            "        --method 'pkg.Stack#push' --assertion 'this.size > old_this.size' \\",
            "        --json push.json --sources src/main/java --patch push.patch",
            "    patch -p1 -d src/main/java < push.patch",
            "",
            "  In steps that survive a kill:",
            "    oraculum improve --classpath app.jar --tests app-tests.jar:junit.jar \\",
            "        --method 'pkg.Stack#push' --evidence run.db",
            "    oraculum improve --classpath app.jar --tests app-tests.jar:junit.jar \\",
            "        --method 'pkg.Stack#push' --evidence run.db --resume",
            "",
            "  All methods of a class, with one patch, one JSON and a folder of evidence:",
            "    oraculum improve --classpath target/classes \\",
            "        --tests \"target/test-classes:$$(cat cp.txt)\" --class pkg.Calc \\",
            "        --total-budget 30m --evidence runs/ --json calc.json \\",
            "        --sources src/main/java --patch calc.patch",
            "",
            "  From recorded states alone:",
            "    oraculum export-states --evidence run.db --output states.jsonl",
            "    oraculum improve --states states.jsonl --assertion 'result > 0'",
        })
final class ImproveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ProjectOptions projectOptions;

    @Mixin
    private MutationOptions mutationOptions;

    @Mixin
    private StateOptions stateOptions;

    @Mixin
    private BatchOptions batchOptions;

    @Mixin
    private ShardOption shardOption;

    @Mixin
    private HistoryOption historyOption;

    @Mixin
    private SearchOptions searchOptions;

    @Mixin
    private ProvingOptions provingOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Option(names = "--states", paramLabel = "FILE", order = 30,
            description = "Improve on the states of this file (JSON lines of export-states) instead of running a project.")
    private Path states;

    @Option(names = "--assessor-tests", paramLabel = "N", order = 28, descriptionKey = "states.assessorTests")
    private Integer assessorTests;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Option(names = "--generations-csv", paramLabel = "FILE", order = 38,
            description = "Write the figures of every generation of the search.")
    private Path generationsCsv;

    @Override
    public Integer call() {
        checkOptions();
        Console console = consoleOptions.console(spec.commandLine());
        ImproveRequest request = searchOptions.request(generationsCsv != null);
        if (batchOptions.given()) {
            return improveAll(request, console);
        }
        ImproveResult result;
        if (states != null) {
            result = Oraculum.improveStates(states, stateOptions.settings(searchOptions.states()), request, projectOptions.threads,
                    console.listener());
        } else {
            result = Oraculum.improve(configured(projectOptions.improve(request)), console.listener());
        }
        console.result(result);
        console.remedies(result.report().run().problems(), spec);
        if (json != null) {
            OutputFiles.write(json, result.report().toJson());
        }
        if (generationsCsv != null) {
            OutputFiles.write(generationsCsv, result.improvement().historyCsv());
        }
        if (provingOptions.patch() != null) {
            writePatch(result, console);
        }
        return !result.report().evidence().sufficient() ? ExitCode.NO_EVIDENCE
                : result.report().success() ? ExitCode.IMPROVED : ExitCode.NO_IMPROVEMENT;
    }

    private int improveAll(ImproveRequest request, Console console) {
        Improve each = configured(projectOptions.improveEach(request));
        MethodSelection selection = batchOptions.selection();
        if (batchOptions.since() != null) {
            Path folder = provingOptions.sources() == null ? Path.of("") : provingOptions.sources();
            ChangedCode changed = ChangedCode.since(each.project(), folder, batchOptions.since());
            Optional<MethodSelection> left = batchOptions.changed(changed);
            int methods = left.map(some -> some.methods().size()).orElse(0);
            console.line("since     " + batchOptions.since() + ": " + Console.count(changed.files().size(), "file")
                    + " of the classes changed, " + Console.count(methods, "method") + " of those selected");
            if (left.isEmpty()) {
                return ExitCode.IMPROVED;
            }
            selection = left.get();
        }
        BatchProgress progress = console.batchProgress();
        BatchReport report;
        try {
            report = Oraculum.improveAll(
                    new ImproveAll(each, selection, batchOptions.totalBudget(), shardOption.shard(), historyOption.folder()),
                    progress);
        } finally {
            progress.end();
        }
        console.result(report);
        console.remedies(report.run().problems(), spec);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        if (provingOptions.patch() != null) {
            writePatches(report, console);
        }
        long failed = report.count(MethodOutcome.PROJECT_FAILED);
        if (report.count(MethodOutcome.INTERNAL_ERROR) > 0) {
            return ExitCode.SOME_FAILED;
        }
        if (report.count(MethodOutcome.EVIDENCE_UNUSABLE) > 0) {
            return ExitCode.BAD_USAGE;
        }
        return failed > 0 && report.results().isEmpty() ? ExitCode.PROJECT_FAILED : ExitCode.IMPROVED;
    }

    private Improve configured(Improve request) {
        StateSettings settings = stateOptions.settings(searchOptions.states());
        return mutationOptions.applied(request)
                .withStates(assessorTests == null ? settings : settings.with("assessorTests", assessorTests))
                .withProving(provingOptions.proving());
    }

    private void writePatches(BatchReport report, Console console) {
        List<SourcePatches.Insertion> insertions = report.methods().stream()
                .filter(method -> method.outcome() == MethodOutcome.IMPROVED)
                .map(method -> new SourcePatches.Insertion(method.method(), method.best()))
                .toList();
        if (provingOptions.form() == Form.TEST) {
            writeTests(report.patch(), console);
            return;
        }
        Path sources = provingOptions.sources();
        Path patch = provingOptions.patch();
        SourcePatches change = SourcePatches.insert(sources, insertions, projectOptions.exits, provingOptions.form());
        OutputFiles.write(patch, change.diff());
        change.notes().forEach(console::warning);
        change.failures().forEach(failure -> console.warning("not in the patch: " + failure));
        console.remedies(change.problems(), spec);
        console.line("patch     " + patch + ": " + change.methods() + " of " + insertions.size() + " methods in " + change.files().size()
                + " files; apply with patch -p1 -d " + sources);
        withoutEa(console);
    }

    private void checkOptions() {
        if (batchOptions.givenInVain() != null) {
            throw projectOptions.usage(batchOptions.givenInVain() + " goes with --all-methods, --class, --package or --since");
        }
        if (shardOption.given() && !batchOptions.given()) {
            throw projectOptions.usage("--shard goes with --all-methods, --class, --package or --since");
        }
        if (historyOption.given() && !batchOptions.given()) {
            throw projectOptions.usage("--history goes with --all-methods, --class, --package or --since");
        }
        if (historyOption.given() && mutationOptions.evidence() != null) {
            throw projectOptions.usage("--evidence does not go with --history: of methods that keep their result there is no evidence");
        }
        if (batchOptions.given()) {
            checkBatch();
        } else {
            OutputFiles.check("--evidence", mutationOptions.evidence());
        }
        if (states != null && projectOptions.anyGiven()) {
            throw projectOptions.usage("--states takes the place of --classpath, --tests and --method; give either");
        }
        if (states != null && provingOptions.anyGiven()) {
            throw projectOptions.usage("--patch and --sources need a project: they do not go with --states");
        }
        if (states != null && stateOptions.recordingOption() != null) {
            throw projectOptions.usage(stateOptions.recordingOption()
                    + " says what to record: it does not go with --states, which are recorded already");
        }
        if (states != null && assessorTests != null) {
            throw projectOptions.usage("--assessor-tests need a project: they do not go with --states");
        }
        if (states != null && mutationOptions.evidence() != null) {
            throw projectOptions.usage("--evidence does not go with --states: the states are there already");
        }
        provingOptions.check();
        Usage.requireFile(spec, "--states", states);
        projectOptions.requireThreads();
        OutputFiles.check("--json", json);
        OutputFiles.check("--generations-csv", generationsCsv);
    }

    private void checkBatch() {
        shardOption.shard();
        if (shardOption.given() && provingOptions.anyGiven()) {
            throw projectOptions.usage("--patch and --sources are of all methods together: they do not go with --shard");
        }
        if (projectOptions.method != null) {
            throw projectOptions.usage("--method names one method; --all-methods, --class, --package and --since are for many");
        }
        if (states != null) {
            throw projectOptions.usage("--states are of one method; --all-methods, --class, --package and --since need a project");
        }
        if (searchOptions.assertion != null) {
            throw projectOptions.usage("--assertion is of one method; with many the search starts from true");
        }
        if (generationsCsv != null) {
            throw projectOptions.usage("--generations-csv is of one method's search; use it with --method");
        }
        if (mutationOptions.evidence() != null) {
            OutputFiles.checkFolder("--evidence", mutationOptions.evidence());
        }
    }

    /** @throws IllegalArgumentException the sources have no place for it; every other result is written by then */
    private void writePatch(ImproveResult result, Console console) {
        AssertionText text = result.improvement().best().text();
        String why = whyNoPatch(result.report(), text);
        if (why != null) {
            console.warning("no patch written: " + why);
            return;
        }
        if (provingOptions.form() == Form.TEST) {
            writeTests(result.patch(), console);
            return;
        }
        Path sources = provingOptions.sources();
        Path patch = provingOptions.patch();
        try {
            SourcePatch change = SourcePatch.insert(sources, result.report().method(), text, projectOptions.exits, provingOptions.form());
            OutputFiles.write(patch, change.diff());
            change.notes().forEach(console::warning);
            console.line("patch     " + patch + ": " + change.file() + ", " + change.exits() + (change.exits() == 1 ? " exit" : " exits")
                    + "; apply with patch -p1 -d " + sources);
            withoutEa(console);
        } catch (PatchException e) {
            throw new IllegalArgumentException("no patch written: " + e.getMessage(), e);
        }
    }

    /** The tests as they were tried; null: they were not. */
    private void writeTests(Patch change, Console console) {
        if (change == null || change.diff().isEmpty()) {
            console.warning("no patch written: no call in the tests has a place for an assertion");
        } else {
            OutputFiles.write(provingOptions.patch(), change.diff());
            console.line("patch     " + provingOptions.patch() + ": " + change.files().size()
                    + (change.files().size() == 1 ? " file" : " files") + " of tests; apply with patch -p1 -d " + change.folder());
        }
        if (change != null) {
            change.notes().forEach(console::warning);
            change.failures().forEach(failure -> console.warning("not in the patch: " + failure));
        }
    }

    /** Null: there is one to write. */
    private static String whyNoPatch(ImproveReport report, AssertionText text) {
        if (!report.verified().compiled()) {
            return "nothing was improved, and its assertion does not compile";
        }
        if (text.java().equals("true")) {
            return "nothing was improved, and an assertion that always holds says nothing";
        }
        if (!report.evidence().sufficient()) {
            return "there is no evidence that its assertion is any good";
        }
        return report.proof().status() == Proof.Status.REFUTED ? "the project's tests refute it: " + report.proof().reason() : null;
    }

    private void withoutEa(Console console) {
        if (provingOptions.form() == Form.ASSERT) {
            console.line("          assert statements do nothing in a JVM without -ea, as PIT and production run; --form throw and"
                    + " --form test do");
        }
    }
}
