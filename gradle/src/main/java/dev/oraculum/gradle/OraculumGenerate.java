package dev.oraculum.gradle;

import java.util.List;
import java.util.Locale;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.options.Option;

/** {@code oraculumGenerate}: tests that reach the branches of classes. Less coverage than {@code minBranchCoverage} fails it. */
@CacheableTask
public class OraculumGenerate extends OraculumTask {
    private static final double PERCENT = 100;

    public OraculumGenerate() {
        super("generate", "method", "packages", "seed", "budget", "totalBudget", "maxTests", "junit", "minBranchCoverage", "allow");
    }

    @Option(option = "method", description = "The method, as pkg.C#m(int).")
    public void setMethodOption(String name) {
        getOptions().onCommandLine("method", name);
    }

    @Option(option = "package", description = "The packages that it is about, instead of those that the build names.")
    public void setPackageOption(List<String> names) {
        getOptions().onCommandLine("packages", names);
    }

    @Override
    String verdict(Figures figures) {
        Number least = Thresholds.number(getOptions(), "minBranchCoverage");
        long branches = figures.of("branches");
        double covered = branches == 0 ? PERCENT : PERCENT * figures.of("branchesCovered") / branches;
        if (least == null || covered >= least.doubleValue()) {
            return null;
        }
        return String.format(Locale.ROOT, "tests cover %.1f %% of the branches (%d of %d), and minBranchCoverage is %s", covered,
                figures.of("branchesCovered"), branches, least);
    }
}
