package dev.oraculum.maven;

import dev.oraculum.job.Jdk;
import dev.oraculum.job.Job;
import dev.oraculum.job.JobRun;
import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.maven.plugins.annotations.Parameter;

/** A job of Oraculum as a goal: it does nothing where code, tests, options, JDK and Oraculum are those of its last run. */
abstract class JobMojo extends OraculumMojo {
    /** Inputs that are one file or folder. */
    private static final List<String> SINGLE = Collections.unmodifiableList(Arrays.asList("oracle", "recorded"));

    private final Job job;

    /** Names of the classes that the goal is about; by default all that tests refer to, or of select and generate all of the module. */
    @Parameter(property = "oraculum.classes")
    private List<String> classes;

    /**
     * Dependencies of this module whose code is under test beside its own, as <code>groupId:artifactId</code>: for tests of another
     * module's code.
     */
    @Parameter(property = "oraculum.underTest")
    private List<String> underTest;

    /** Names of the test classes to run; by default those that the goal finds it needs. */
    @Parameter(property = "oraculum.testClasses")
    private List<String> testClasses;

    /** Whether tests that fail are left out, instead of ending the goal. */
    @Parameter(property = "oraculum.excludeFailingTests")
    private Boolean excludeFailingTests;

    /** Folders of the code's sources, for patches; by default those of this module and of the modules under test. */
    @Parameter(property = "oraculum.sources")
    private List<File> sources;

    /** Threads of the engine and worker JVMs; by default one per processor. Results do not depend on it. */
    @Parameter(property = "oraculum.threads")
    private Integer threads;

    /** Names of environment variables that tests get although they look like credentials. */
    @Parameter(property = "oraculum.environment")
    private List<String> environment;

    /** <code>off</code>, <code>auto</code> or <code>on</code>: run tests in a sandbox of bubblewrap. */
    @Parameter(property = "oraculum.sandbox")
    private String sandbox;

    /**
     * Settings of the technique by the names of docs/settings.md. On the command line <code>-Doraculum.settings.NAME=VALUE</code>, which
     * comes first.
     */
    @Parameter
    private Map<String, String> settings;

    JobMojo(Job job) {
        this.job = job;
    }

    /** Whether the goal needs tests of the module. */
    abstract boolean needsTests();

    /** Files that only this goal has, by the names that the runner knows them by. */
    void addFiles(Map<String, List<File>> inputs, ModulePaths paths) {}

    /** The folder of a recording that the goal is to plan, in place of anything else; null: it is not. */
    File plan() {
        return null;
    }

    /** What tests of the module have recorded. */
    final void addRecorded(Map<String, List<File>> inputs) {
        if (file("recorded") != null) {
            inputs.put("recorded", Collections.singletonList(file("recorded")));
        }
    }

    @Override
    void perform() {
        // What a parent says is for its modules.
        List<String> names = project().getPackaging().equals("pom") ? Collections.emptyList() : Job.list(option("underTest"));
        ModulePaths paths = new ModulePaths(project(), session().getProjects(), names);
        String nothing = paths.nothingToDo(needsTests(), "mvn test-compile oraculum:" + job.word());
        if (nothing != null) {
            getLog().info("nothing to do: " + nothing);
            return;
        }
        Map<String, String> said = job.request(this::option, allSettings());
        Map<String, List<File>> inputs = new LinkedHashMap<>();
        inputs.put("classPath", paths.code());
        inputs.put("libraries", paths.libraries());
        inputs.put("tests", paths.tests());
        inputs.put("sources", option("sources") == null ? paths.sources() : files("sources"));
        addFiles(inputs, paths);
        File folder = new File(reports(), job.word());
        History history = new History(new File(scratch(job.word()), "history.properties"), said, inputs,
                Jdk.version(javaHome()) + " " + javaHome(), runtime());
        if (plan() == null && history.isOf(folder)) {
            getLog().info("up to date: code, tests, options, JDK and Oraculum are those of the last run; reports: " + folder);
            return;
        }
        Map<String, String> asked = new TreeMap<>(said);
        inputs.forEach((name, files) -> asked.put(name, JobRun.paths(files)));
        for (String single : SINGLE) {
            if (inputs.containsKey(single)) {
                // One that is missing is explained by the runner.
                asked.put(single, inputs.get(single).get(0).getPath());
            }
        }
        if (plan() != null) {
            asked.put("planRecording", plan().getPath());
        }
        if (job.hasHistory() && file("history") != null) {
            asked.put("history", file("history").getPath());
        }
        if (option("threads") != null) {
            asked.put("threads", option("threads").toString());
        }
        history.forget();
        run(job.word()).run(job, asked, folder, this::option);
        if (plan() == null) {
            history.keep(folder);
        }
    }

    private Map<String, String> allSettings() {
        Map<String, String> all = new TreeMap<>();
        if (settings != null) {
            all.putAll(settings);
        }
        Properties commandLine = session().getUserProperties();
        String prefix = PREFIX + KnownParameters.SETTINGS;
        for (String name : commandLine.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                all.put(name.substring(prefix.length()), commandLine.getProperty(name));
            }
        }
        return all;
    }
}
