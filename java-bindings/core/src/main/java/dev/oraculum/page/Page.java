package dev.oraculum.page;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.report.ReportPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The whole page: an overview, then a part for each file. */
public final class Page {
    private final List<ResultFile> files;
    private final List<Part> parts = new ArrayList<>();
    private final Html html = new Html();

    private Page(List<ResultFile> files) {
        this.files = files;
        for (int i = 0; i < files.size(); i++) {
            parts.add(part(files.get(i), anchor(i)));
        }
    }

    /** See {@link ReportPage#ofSources}. */
    public static ReportPage of(List<ReportPage.Source> sources) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("files is empty: name at least one result as JSON");
        }
        return new Page(sources.stream().map(ResultFile::read).toList()).write();
    }

    private static String anchor(int file) {
        return "result-" + (file + 1);
    }

    static Part part(ResultFile file, String anchor) {
        return switch (file.kind()) {
            case IMPROVE -> new ImprovePart(file, anchor);
            case INFER -> new InferPart(file, anchor);
            case RANK -> new RankPart(file, anchor);
            case SELECT -> new SelectPart(file, anchor);
            case CHECK -> new CheckPart(file, anchor);
            case GENERATE -> new GeneratePart(file, anchor);
        };
    }

    private ReportPage write() {
        html.constant("<!DOCTYPE html>\n").open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
        head();
        html.open("body").element("a", "Skip to the content", "class", "skip", "href", "#content").constant("\n");
        html.open("header").heading(1, "Oraculum report").close();
        html.open("main", "id", "content", "tabindex", "-1");
        overview();
        for (int i = 0; i < parts.size(); i++) {
            html.open("section", "id", anchor(i), "aria-labelledby", anchor(i) + "-title");
            html.heading(2, parts.get(i).title(), "id", anchor(i) + "-title");
            html.open("p").text("From ").code(files.get(i).name()).text(": " + parts.get(i).summary() + ".").close();
            parts.get(i).write(html);
            html.close();
        }
        html.close();
        html.open("footer");
        html.paragraph("Killed, verified and proven are said of the tests and mutants of a run. None of them means true.");
        html.close().close().close();
        List<ReportPage.Part> said = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            said.add(new ReportPage.Part(files.get(i).path(), files.get(i).kind(), parts.get(i).summary()));
        }
        return new ReportPage(html.page(), said);
    }

    private void head() {
        html.open("head").empty("meta", "charset", "utf-8");
        // Whatever may be wrong with the page, a browser loads nothing and runs nothing.
        html.empty("meta", "http-equiv", "Content-Security-Policy", "content", "default-src 'none'; style-src 'unsafe-inline'");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.element("title", "Oraculum report").open("style").constant(style()).close().close();
    }

    private void overview() {
        html.open("section", "id", "overview", "aria-labelledby", "overview-title");
        html.heading(2, "Overview", "id", "overview-title");
        html.table("Results on this page", "Result", "File", "What it says");
        for (int i = 0; i < parts.size(); i++) {
            html.open("tr").open("th", "scope", "row").element("a", parts.get(i).title(), "href", "#" + anchor(i)).close();
            html.codeCell(files.get(i).name()).sentence(parts.get(i).summary()).close();
        }
        html.endTable();
        if (parts.stream().anyMatch(part -> !part.rows().isEmpty())) {
            html.table("Methods and classes", "Name", "Command", "Outcome", "Figures");
            for (int i = 0; i < parts.size(); i++) {
                for (Part.Row row : parts.get(i).rows()) {
                    row(row, ImprovePart.lower(files.get(i).kind().name()));
                }
            }
            html.endTable();
        }
        html.close();
    }

    private void row(Part.Row row, String command) {
        html.open("tr").open("th", "scope", "row");
        if (row.anchor() == null) {
            html.code(row.subject());
        } else {
            html.open("a", "href", "#" + row.anchor()).code(row.subject()).close();
        }
        html.close().cell(command).open("td");
        if (row.outcome() != null) {
            html.element("span", row.outcome(), "class", row.mood().style());
        }
        html.close().sentence(row.figures()).close();
    }

    /** It has none of the characters that are markup, neither as HTML nor as XML: a test keeps that. */
    static String style() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return "\n" + new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "the style sheet of the page cannot be read", e);
        }
    }
}
