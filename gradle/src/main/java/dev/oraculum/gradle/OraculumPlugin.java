package dev.oraculum.gradle;

import dev.oraculum.job.Results;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.attributes.Usage;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.FileTree;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.util.GradleVersion;

/** The plugin {@code dev.oraculum}: docs/guide/gradle.md shows it. */
public class OraculumPlugin implements Plugin<Project> {
    /** The tasks' group. */
    static final String GROUP = "oraculum";
    /** Configuration with what tasks run; by default the runner of the plugin's own version. */
    static final String RUNTIME = "oraculumRuntime";
    /** Configuration with code under test that is another project's, or a library's. */
    static final String UNDER_TEST = "oraculumUnderTest";

    private static final GradleVersion LAZY_TASKS = GradleVersion.version("4.9");
    private static final GradleVersion TOOLCHAINS = GradleVersion.version("6.7");

    @Override
    public void apply(Project project) {
        OraculumOptions options = new OraculumOptions(properties(project));
        project.getExtensions().add(OraculumOptions.class, "oraculum", options);
        Configuration runtime = configuration(project, RUNTIME, "What the tasks of Oraculum run.");
        runtime.defaultDependencies(dependencies -> dependencies.add(
                project.getDependencies().create("dev.oraculum:oraculum-runner:" + version())));
        Configuration underTest = configuration(project, UNDER_TEST, "Code of others whose tests this project has.");
        // What the code needs is not under test.
        underTest.setTransitive(false);

        SourceSets sets = new SourceSets();
        Inputs inputs = new Inputs(project, options, sets, underTest);
        register(project, "oraculumImprove", OraculumImprove.class, "Finds what tests should assert about methods.", options, inputs);
        register(project, "oraculumInfer", OraculumInfer.class, "Infers what held at the entry and exit of methods in all tests.",
                options, inputs);
        register(project, "oraculumRank", OraculumRank.class, "Ranks the assertions of generated tests by how probably they are wrong.",
                options, inputs);
        register(project, "oraculumSelect", OraculumSelect.class, "Selects the variables worth asserting on, and records their values.",
                options, inputs);
        register(project, "oraculumCheck", OraculumCheck.class, "Compares the code with an oracle that oraculumSelect recorded.", options,
                inputs);
        register(project, "oraculumGenerate", OraculumGenerate.class, "Generates JUnit tests.", options, inputs);
        register(project, "oraculumMerge", OraculumMerge.class, "Makes one result of those of all shards of a run.", options, inputs);
        register(project, "oraculumReport", OraculumReport.class, "Writes one HTML page of the results.", options, inputs);

        project.getPlugins().withId("java", plugin -> {
            SourceSetContainer all = (SourceSetContainer) project.property("sourceSets");
            sets.main = all.getByName(SourceSet.MAIN_SOURCE_SET_NAME);
            sets.test = all.getByName(SourceSet.TEST_SOURCE_SET_NAME);
            if (isAtLeast(TOOLCHAINS)) {
                inputs.toolchain = Toolchains.javaHome(project);
            }
        });
    }

    private static boolean isAtLeast(GradleVersion version) {
        return GradleVersion.current().getBaseVersion().compareTo(version) >= 0;
    }

    /** Values of {@code -Poraculum.NAME} and of gradle.properties. */
    private static Map<String, String> properties(Project project) {
        Map<String, String> given = new TreeMap<>();
        for (String name : OraculumOptions.AS_PROPERTY) {
            Object value = project.findProperty(OraculumOptions.PREFIX + name);
            if (value != null) {
                given.put(name, value.toString());
            }
        }
        return given;
    }

    private static Configuration configuration(Project project, String name, String description) {
        Configuration configuration = project.getConfigurations().create(name);
        configuration.setDescription(description);
        configuration.setCanBeConsumed(false);
        configuration.getAttributes().attribute(
                Usage.USAGE_ATTRIBUTE, project.getObjects().named(Usage.class, Usage.JAVA_RUNTIME));
        return configuration;
    }

    private static <T extends RunnerTask> void register(
            Project project, String name, Class<T> type, String description, OraculumOptions options, Inputs inputs) {
        Action<T> configuration = task -> {
            task.setGroup(GROUP);
            task.setDescription(description);
            task.connect(new OraculumOptions(options), inputs);
        };
        if (isAtLeast(LAZY_TASKS)) {
            Modern.register(project, name, type, configuration);
        } else {
            project.getTasks().create(name, type, configuration);
        }
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in = OraculumPlugin.class.getResourceAsStream("plugin.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new GradleException("the version of Oraculum's plugin cannot be read: " + e.getMessage(), e);
        }
        return properties.getProperty("version");
    }

    /** Of the project, once it has the java plugin. */
    private static final class SourceSets {
        /** Null: it has not. */
        private SourceSet main;
        private SourceSet test;
    }

    /**
     * What tasks read, as far as a build says it by the time that they are looked at. It is used only while a build is configured: a task
     * keeps collections of files.
     */
    static final class Inputs {
        private final Project project;
        private final OraculumOptions options;
        private final SourceSets sets;
        private final Configuration underTest;
        private Provider<File> toolchain;

        private Inputs(Project project, OraculumOptions options, SourceSets sets, Configuration underTest) {
            this.project = project;
            this.options = options;
            this.sets = sets;
            this.underTest = underTest;
        }

        Project project() {
            return project;
        }

        /** Null: the project says nothing of it. */
        Provider<File> toolchain() {
            return toolchain;
        }

        FileCollection runtime() {
            return project.getConfigurations().getByName(RUNTIME);
        }

        FileCollection classPath(OraculumOptions of) {
            return files(of, "classPath", () -> sets.main == null ? underTest : underTest.plus(sets.main.getOutput()));
        }

        FileCollection libraries(OraculumOptions of, FileCollection classPath) {
            return files(of, "libraries", () -> sets.main == null ? null : sets.main.getRuntimeClasspath()).minus(classPath);
        }

        FileCollection tests(OraculumOptions of, FileCollection classPath) {
            return files(of, "tests", () -> sets.test == null ? null : sets.test.getRuntimeClasspath()).minus(classPath);
        }

        FileCollection sources(OraculumOptions of) {
            return files(of, "sources", () -> sets.main == null ? null : sets.main.getAllJava().getSrcDirs());
        }

        /** What jobs have left in a folder of reports. */
        FileTree results(Object folder) {
            return project.fileTree(folder, tree -> {
                tree.include(Results.FILES);
                tree.exclude(Results.NO_RESULTS);
            });
        }

        /** What the option says, or else something of the build. */
        FileCollection files(OraculumOptions of, String option, Callable<?> otherwise) {
            return project.files((Callable<Object>) () -> {
                Object value = of.raw(option);
                Object files = value != null ? value : otherwise.call();
                return files == null ? Collections.emptyList() : files;
            });
        }
    }
}
