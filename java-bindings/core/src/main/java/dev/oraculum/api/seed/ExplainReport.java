package dev.oraculum.api.seed;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.spi.SeedTemplate;
import java.util.List;

/**
 * The branches of a line; docs/formats.md ("Result of generate --explain") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param branch as it was asked for
 * @param branches in the order of the code
 */
public record ExplainReport(int schemaVersion, String branch, List<Explained> branches, @JsonIgnore RunInfo run) implements Report {
    public ExplainReport {
        branches = List.copyOf(branches);
    }

    /**
     * A branch.
     *
     * @param method {@code pkg.C.m(I)V}
     * @param operation its number in the facts of the program
     * @param template with its graph; null: it has none
     * @param java the template, a statement a line; slots are variables named {@code slot}
     * @param refused why there is no template; null: there is one
     */
    public record Explained(String method, int operation, SeedTemplate template, List<String> java, String refused) {
        public Explained {
            java = List.copyOf(java);
        }
    }
}
