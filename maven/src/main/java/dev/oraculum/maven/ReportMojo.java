package dev.oraculum.maven;

import dev.oraculum.job.Results;
import java.io.File;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Writes one HTML page of what the other goals have found in the module. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public class ReportMojo extends OraculumMojo {
    /** The page; by default <code>report.html</code> in the folder of the reports. */
    @Parameter(property = "oraculum.page")
    private File page;

    @Override
    void perform() {
        Map<String, File> results = Results.of(reports(), "");
        if (results.isEmpty()) {
            getLog().info("nothing to do: there are no results in " + reports() + "; make some first: mvn test-compile oraculum:improve");
            return;
        }
        File chosen = file("page");
        run("report").report(results, chosen == null ? new File(reports(), "report.html") : chosen);
    }
}
