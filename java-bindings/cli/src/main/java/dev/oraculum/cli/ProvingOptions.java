package dev.oraculum.cli;

import dev.oraculum.api.improve.Form;
import dev.oraculum.api.improve.Proving;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say where an assertion is to live, and how that is proven on the project's tests. */
final class ProvingOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--patch", paramLabel = "FILE", order = 32,
            description = "Write a unified diff that inserts the assertion; needs --sources.")
    private Path patch;

    @Option(names = "--sources", paramLabel = "DIR", order = 33,
            description = "Folder of the Java sources: the one that holds the package folders. The result is proven: the patched"
                    + " sources are compiled, and the tests run on them; what does not hold there is dropped.")
    private Path sources;

    @Option(names = "--form", paramLabel = "assert|throw|test", order = 34,
            description = "Where the assertion lives: assert, a statement that does nothing without -ea; throw, a check that throws "
                    + "AssertionError in every JVM; test, assertions in the existing tests after their calls of the method, which needs "
                    + "--test-sources; default: ${DEFAULT-VALUE}.")
    private Form form = Form.ASSERT;

    @Option(names = "--test-sources", paramLabel = "DIR", order = 35,
            description = "Folder of the tests' Java sources, for --form test.")
    private Path testSources;

    @Option(names = "--proof-rounds", paramLabel = "N", order = 36,
            description = "How often the search goes on with states of the project in which what it found is false; then such clauses are "
                    + "only dropped; default: ${DEFAULT-VALUE}.")
    private int rounds = Proving.DEFAULT.rounds();

    @Option(names = "--proof-runs", paramLabel = "N", order = 37,
            description = "In how many JVMs tests run that are left out of the evidence because their states differ or are "
                    + "too long; default: ${DEFAULT-VALUE}.")
    private int runs = Proving.DEFAULT.runs();

    /** Null: none is asked for. */
    Path patch() {
        return patch;
    }

    Path sources() {
        return sources;
    }

    Form form() {
        return form;
    }

    /** Whether something of a project is asked for. */
    boolean anyGiven() {
        return patch != null || sources != null || testSources != null;
    }

    Proving proving() {
        return new Proving(sources, form, testSources, rounds, runs);
    }

    void check() {
        if (patch != null && sources == null) {
            throw Usage.wrong(spec, "--patch FILE needs --sources DIR, the folder of what is to be patched");
        }
        if (form == Form.TEST && testSources == null) {
            throw Usage.wrong(spec, "--form test needs --test-sources DIR, the folder of the tests' sources (often src/test/java)");
        }
        if (form != Form.TEST && testSources != null) {
            throw Usage.wrong(spec, "--test-sources goes with --form test: the other forms leave the tests as they are");
        }
        if (form != Form.ASSERT && sources == null) {
            throw Usage.wrong(spec, "--form needs --sources DIR: without sources nothing is patched");
        }
        if (rounds < 0) {
            throw Usage.wrong(spec, "--proof-rounds is " + rounds + ": expected 0 or more");
        }
        if (runs < 1) {
            throw Usage.wrong(spec, "--proof-runs is " + runs + ": expected 1 or more");
        }
        Usage.requireFolder(spec, "--sources", sources, "the one that holds the package folders (often src/main/java)");
        Usage.requireFolder(spec, "--test-sources", testSources, "the one that holds the package folders (often src/test/java)");
        OutputFiles.check("--patch", patch);
    }
}
