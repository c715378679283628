package dev.oraculum.page;

import dev.oraculum.api.report.Findings;
import dev.oraculum.api.report.ReportPage;
import dev.oraculum.api.report.ReportPage.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** See {@link Findings}. */
public final class FindingList {
    /** What is looked for in results of a kind. */
    private static final Map<Kind, List<Finding.Rule>> RULES = new EnumMap<>(Map.of(
            Kind.RANK, List.of(Finding.Rule.UNSAFE_ASSERTION),
            Kind.CHECK, List.of(Finding.Rule.ORACLE_MISMATCH),
            Kind.GENERATE, List.of(Finding.Rule.BROKEN_CONTRACT, Finding.Rule.SURVIVING_MUTANT)));

    private final List<ResultFile> files;

    private FindingList(List<ResultFile> files) {
        this.files = files;
    }

    /** See {@link Findings#of}. */
    public static FindingList of(List<Path> files) {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("files is empty: name at least one result as JSON");
        }
        return new FindingList(files.stream()
                .map(file -> ResultFile.read(new ReportPage.Source(String.valueOf(file.getFileName()), file))).toList());
    }

    /** See {@link Findings#ofResult}. */
    public static FindingList ofResult(String json) {
        return new FindingList(List.of(ResultFile.of("result", Path.of("result"), ResultFile.parse("the result", json))));
    }

    private List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        for (ResultFile file : files) {
            all.addAll(Page.part(file, "").findings());
        }
        return all;
    }

    /** See {@link Findings#count}. */
    public int count() {
        return findings().size();
    }

    /** See {@link Findings#sarif}. */
    public String sarif(List<Path> sources) {
        List<Finding.Rule> rules = RULES.entrySet().stream()
                .filter(kind -> files.stream().anyMatch(file -> file.kind() == kind.getKey()))
                .flatMap(kind -> kind.getValue().stream()).toList();
        return SarifLog.of(findings(), rules, sources, FindingList.class.getPackage().getImplementationVersion());
    }

    /** See {@link Findings#badge}. */
    public String badge() {
        return Badge.of(files);
    }
}
