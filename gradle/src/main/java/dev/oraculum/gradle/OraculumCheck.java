package dev.oraculum.gradle;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** {@code oraculumCheck}: whether the code still gives the values of an oracle. More than {@code maxMismatches} differences fail it. */
@CacheableTask
public class OraculumCheck extends OraculumTask {
    private FileCollection oracle;

    public OraculumCheck() {
        super("check", "testTimeout", "allowGone", "maxMismatches");
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        FileCollection usual = inputs.project().files("oracle.json");
        oracle = inputs.files(own, "oracle", () -> usual);
    }

    /** The oracle file. Gradle would refuse one that is missing in words of its own; the runner says how to record one. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getOracle() {
        return oracle;
    }

    @Override
    void addFiles(Properties request) {
        request.setProperty("oracle", oracle.getSingleFile().getPath());
    }

    @Override
    String verdict(Figures figures) {
        Number chosen = Thresholds.number(getOptions(), "maxMismatches");
        long most = chosen == null ? 0 : chosen.longValue();
        List<String> wrong = new ArrayList<>();
        if (figures.of("mismatches") > most) {
            wrong.add(Figures.count(figures.of("mismatches"), "mismatch", "mismatches") + ", and maxMismatches is " + most);
        }
        // A test that fails differs too; as long as differences are allowed, it is one of them.
        if (figures.of("notPassing") > 0 && most == 0) {
            wrong.add(Figures.count(figures.of("notPassing"), "test of the oracle does", "tests of the oracle do") + " not pass any more");
        }
        if (figures.of("notRecorded") > 0 && figures.of("notPassing") == 0) {
            wrong.add("the values of " + Figures.count(figures.of("notRecorded"), "test", "tests") + " could not be compared");
        }
        if (figures.of("gone") > 0 && !"true".equals(getOptions().text("allowGone"))) {
            wrong.add(Figures.count(figures.of("gone"), "variable or test of the oracle is", "variables or tests of the oracle are")
                    + " gone, and allowGone is false");
        }
        return wrong.isEmpty() ? null
                : String.join("; ", wrong) + "\nif the change is meant, record a new oracle with oraculumSelect and record = true";
    }
}
