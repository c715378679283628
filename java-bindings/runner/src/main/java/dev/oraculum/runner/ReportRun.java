package dev.oraculum.runner;

import dev.oraculum.api.report.ReportPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Job {@code report}: one page of results that other jobs have left. */
final class ReportRun {
    private ReportRun() {}

    static void run(Ask ask, End end, Said said) {
        List<Path> files = ask.paths("results");
        List<String> names = ask.list("resultNames");
        if (names.size() != files.size()) {
            throw new IllegalStateException(names.size() + " names for " + files.size() + " results");
        }
        List<ReportPage.Source> sources = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            sources.add(new ReportPage.Source(names.get(i), files.get(i)));
        }
        ReportPage page = ReportPage.ofSources(sources);
        Path output = Path.of(ask.text("page"));
        Jobs.write(output, page.html());
        for (int i = 0; i < names.size(); i++) {
            ReportPage.Part part = page.parts().get(i);
            said.aside(part.kind().name().toLowerCase(Locale.ROOT) + " " + names.get(i) + ": " + part.summary());
        }
        said.line("report: " + output + ": " + Jobs.count(files.size(), "result", "results") + "; open it in a browser");
        end.figure("results", files.size());
    }
}
