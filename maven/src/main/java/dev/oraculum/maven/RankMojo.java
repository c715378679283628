package dev.oraculum.maven;

import dev.oraculum.job.Job;
import dev.oraculum.job.JobException;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Ranks the assertions of generated tests by how probably they are wrong.
 * More than <code>maxUnsafe</code> of them fail the build.
 */
@Mojo(name = "rank", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class RankMojo extends JobMojo {
    /**
     * Folders and jars with the compiled generated tests, and what they need beside the dependencies of the module; by default the tests of
     * the module.
     */
    @Parameter(property = "oraculum.generatedTests")
    private List<File> generatedTests;

    /** Names of the generated test classes; by default those in <code>generatedTests</code> that refer to the class. */
    @Parameter(property = "oraculum.generatedTestClasses")
    private List<String> generatedTestClasses;

    /** Folders of their sources, to show assertions as they are written; by default those of the module's tests. */
    @Parameter(property = "oraculum.generatedSources")
    private List<File> generatedSources;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /** More unsafe assertions than this fail the build; by default any number is allowed. */
    @Parameter(property = "oraculum.maxUnsafe")
    private Double maxUnsafe;

    public RankMojo() {
        super(Job.RANK);
    }

    @Override
    boolean needsTests() {
        return true;
    }

    @Override
    void addFiles(Map<String, List<File>> inputs, ModulePaths paths) {
        List<File> chosen = files("generatedTests");
        if (chosen.isEmpty()) {
            if (Job.list(option("generatedTestClasses")).isEmpty() || Job.list(option("testClasses")).isEmpty()) {
                throw JobException.input("oraculum: which tests are generated ones? If they are among the tests of this module, name "
                        + "them, and those that are none: " + PomWording.element("generatedTestClasses", "pkg.CGeneratedTest") + " and "
                        + PomWording.element("testClasses", "pkg.CTest") + "; if not, name the folders or jars with their class files: "
                        + PomWording.element("generatedTests", ".."));
            }
            inputs.put("generatedTests", paths.tests());
        } else {
            chosen.addAll(paths.testLibraries());
            inputs.put("generatedTests", chosen);
        }
        inputs.put("generatedSources", option("generatedSources") == null ? paths.testSources() : files("generatedSources"));
    }
}
