package dev.oraculum.cli;

import dev.oraculum.api.Shard;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that divides a run of many. */
final class ShardOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--shard", paramLabel = "K/N", order = 7,
            description = "Of many: only every N-th class, from the K-th on, so that N runs do it all; `oraculum merge` makes one result"
                    + " of theirs.")
    private String text;

    boolean given() {
        return text != null;
    }

    /** Null: not divided. */
    Shard shard() {
        try {
            return text == null ? null : Shard.parse(text);
        } catch (IllegalArgumentException e) {
            throw Usage.wrong(spec, "--shard " + text + ": expected K/N, with K from 1 to N, as 2/8");
        }
    }
}
