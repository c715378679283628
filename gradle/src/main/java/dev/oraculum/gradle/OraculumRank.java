package dev.oraculum.gradle;

import java.util.Properties;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** {@code oraculumRank}: which assertions of generated tests are probably wrong. More than {@code maxUnsafe} of them fail it. */
@CacheableTask
public class OraculumRank extends OraculumTask {
    private FileCollection generatedTests;
    private FileCollection generatedSources;

    public OraculumRank() {
        super("rank", "generatedTestClasses", "testTimeout", "maxUnsafe");
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        generatedTests = inputs.files(own, "generatedTests", () -> null);
        generatedSources = inputs.files(own, "generatedSources", () -> null);
    }

    /** The compiled generated tests and what they need. */
    @Classpath
    public FileCollection getGeneratedTests() {
        return generatedTests;
    }

    /** Folders of their sources. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getGeneratedSources() {
        return generatedSources;
    }

    @Override
    void addFiles(Properties request) {
        request.setProperty("generatedTests", paths(generatedTests));
        request.setProperty("generatedSources", paths(generatedSources));
    }

    @Override
    String verdict(Figures figures) {
        Number most = Thresholds.number(getOptions(), "maxUnsafe");
        long unsafe = figures.of("unsafe");
        if (most == null || unsafe <= most.longValue()) {
            return null;
        }
        return Figures.count(unsafe, "assertion of the generated tests is", "assertions of the generated tests are")
                + " unsafe, and maxUnsafe is " + most.longValue() + ": read them, the first first";
    }
}
