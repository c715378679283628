package dev.oraculum.api.improve;

import dev.oraculum.internal.Records;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a result is proven on the project's own tests, before anybody is given it.
 *
 * @param sources folder of the Java sources, the one that holds the package folders; null: nothing is patched, so that only states speak
 * @param form where the assertion is to live
 * @param testSources the same of the tests' sources, for {@link Form#TEST}; null: there are none
 * @param rounds how often the search goes on with states that an assertion did not hold in, from 0
 * @param runs in how many JVMs tests run whose states may be others each time, from 1
 */
public record Proving(Path sources, Form form, Path testSources, int rounds, int runs) {
    /** Without sources; three rounds, three runs. */
    public static final Proving DEFAULT = new Proving(null, Form.ASSERT, null, 3, 3);

    public Proving {
        Objects.requireNonNull(form, "form");
        if (rounds < 0) {
            throw new IllegalArgumentException("rounds is " + rounds + ": expected 0 or more");
        }
        if (runs < 1) {
            throw new IllegalArgumentException("runs is " + runs + ": expected 1 or more");
        }
        if (form == Form.TEST && testSources == null) {
            throw new IllegalArgumentException("the form test needs testSources: the folder of the tests' sources");
        }
    }

    public Proving withSources(Path folder) {
        return Records.with(this, "sources", folder);
    }

    /** @param tests folder of the tests' sources, for {@link Form#TEST}; else null */
    public Proving withForm(Form changed, Path tests) {
        return new Proving(sources, changed, tests, rounds, runs);
    }

    public Proving withRounds(int count) {
        return Records.with(this, "rounds", count);
    }

    public Proving withRuns(int count) {
        return Records.with(this, "runs", count);
    }
}
