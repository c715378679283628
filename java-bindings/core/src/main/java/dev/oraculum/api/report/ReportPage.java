package dev.oraculum.api.report;

import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.OraculumException;
import dev.oraculum.page.Page;
import java.nio.file.Path;
import java.util.List;

/**
 * One HTML page of the JSON that improve, infer, rank, select, check and generate write ({@link dev.oraculum.api.Report#toJson}). It needs
 * no other file, no network and no JavaScript, and is well-formed XML. The same files in the same order give the same page, whatever
 * folders they are in. What they say is text to it: nothing of it is interpreted.
 *
 * <pre>{@code
 * ReportPage page = ReportPage.of(List.of(Path.of("calc.json"), Path.of("invariants.json")));
 * java.nio.file.Files.writeString(Path.of("report.html"), page.html());
 * }</pre>
 *
 * @param html the page, to be written as UTF-8
 * @param parts what it is made of, in the order of the files
 */
public record ReportPage(String html, List<Part> parts) {
    /** What a file is a result of. */
    public enum Kind {
        /** Better assertions, of one method or of many. */
        IMPROVE,
        /** Likely invariants. */
        INFER,
        /** Assertions of generated tests that may be wrong. */
        RANK,
        /** Variables that are worth asserting on. */
        SELECT,
        /** What a version of the code does otherwise than an oracle has it. */
        CHECK,
        /** Tests, of one class or of many. */
        GENERATE
    }

    /**
     * What the page says of a file.
     *
     * @param file as it was given
     * @param kind by its content
     * @param summary what is in it, in words
     */
    public record Part(Path file, Kind kind, String summary) {}

    /**
     * A file for the page.
     *
     * @param name what the page calls it: files of several folders have the same names
     * @param file the result as JSON
     */
    public record Source(String name, Path file) {}

    public ReportPage {
        parts = List.copyOf(parts);
    }

    /**
     * Makes the page. It calls each file by its name, without its folder.
     *
     * @param files in the order of the page
     * @throws IllegalArgumentException there is no file
     * @throws InvalidInputException a file is no JSON, none of these results, damaged, or of a later version: the message says which, where
     *     and what to do
     * @throws OraculumException {@link OraculumException.Code#IO}: a file cannot be read
     */
    public static ReportPage of(List<Path> files) {
        return ofSources(files.stream().map(file -> new Source(String.valueOf(file.getFileName()), file)).toList());
    }

    /** The same of files with names of their own; it throws what {@link #of} does. */
    public static ReportPage ofSources(List<Source> sources) {
        return Page.of(sources);
    }
}
