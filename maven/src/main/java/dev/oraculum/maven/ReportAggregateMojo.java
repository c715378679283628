package dev.oraculum.maven;

import dev.oraculum.job.Results;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** Writes one HTML page of what the other goals have found in all modules of the build. */
@Mojo(name = "report-aggregate", aggregator = true, threadSafe = true)
public class ReportAggregateMojo extends OraculumMojo {
    /** The page; by default <code>report.html</code> in the folder of the reports. */
    @Parameter(property = "oraculum.page")
    private File page;

    @Override
    void perform() {
        Map<String, File> results = new LinkedHashMap<>();
        for (MavenProject module : session().getProjects()) {
            results.putAll(Results.of(reportsOf(module), module.getArtifactId() + "/"));
        }
        if (results.isEmpty()) {
            getLog().info("nothing to do: no module has results; make some first: mvn test-compile oraculum:improve");
            return;
        }
        File chosen = file("page");
        run("report").report(results, chosen == null ? new File(reports(), "report.html") : chosen);
    }
}
