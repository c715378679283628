package dev.oraculum.evaluation;

import dev.oraculum.api.settings.RankSettings;

/** The technique, other scores, and what it is without each of its parts. */
enum RankVariant {
    RANK("rank"),
    PAPER("the paper's scores"),
    AFTER_FILTER("uniqueness counted after the filter"),
    RELIABILITY("with reliability"),
    TURNS("with turns"),
    BOTH("with reliability and turns"),
    NO_FILTER("no profile filter"),
    NO_UNIQUENESS("no uniqueness"),
    NO_FLOW("no data flow"),
    PAPER_AFTER_FILTER("uniqueness counted after the filter"),
    PAPER_NO_FILTER("no profile filter"),
    PAPER_NO_UNIQUENESS("no uniqueness"),
    PAPER_NO_FLOW("no data flow"),
    ANOMALIES("anomalies alone");

    final String label;

    RankVariant(String label) {
        this.label = label;
    }

    RankSettings settings() {
        RankSettings settings = RankSettings.defaults().with("allAnomalies", true);
        RankSettings paper = settings.with("aggregate", "sum");
        return switch (this) {
            case RANK -> settings;
            case PAPER -> paper;
            case AFTER_FILTER -> settings.with("uniquenessCount", "afterFilter");
            case RELIABILITY -> settings.with("reliability", true);
            case TURNS -> settings.with("diversified", true);
            case BOTH -> settings.with("reliability", true).with("diversified", true);
            case PAPER_AFTER_FILTER -> paper.with("uniquenessCount", "afterFilter");
            case PAPER_NO_FILTER -> paper.with("profileFilter", false);
            case PAPER_NO_UNIQUENESS -> paper.with("uniqueness", false);
            case PAPER_NO_FLOW -> paper.with("dataFlow", false);
            case NO_FILTER -> settings.with("profileFilter", false);
            case NO_UNIQUENESS -> settings.with("uniqueness", false);
            case NO_FLOW -> settings.with("dataFlow", false);
            case ANOMALIES -> paper.with("profileFilter", false).with("uniqueness", false).with("dataFlow", false);
        };
    }
}
