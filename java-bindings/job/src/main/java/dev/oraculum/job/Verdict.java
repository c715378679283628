package dev.oraculum.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What is wrong with a result although its job ended well: by the thresholds that a build sets. */
final class Verdict {
    private static final List<String> THRESHOLDS = Collections.unmodifiableList(Arrays.asList(
            "maxMismatches", "maxUnsafe", "minBranchCoverage"));
    private static final double PERCENT = 100;

    private final Figures figures;
    private final Function<String, ?> option;
    private final Wording wording;

    Verdict(Figures figures, Function<String, ?> option, Wording wording) {
        this.figures = figures;
        this.option = option;
        this.wording = wording;
    }

    /** In words for the user; null: nothing is wrong. */
    String of(Job job) {
        if (figures.of("internalErrors") > 0) {
            return figures.of("internalErrors") + " ended by a fault of Oraculum";
        }
        switch (job) {
            case CHECK:
                return ofCheck();
            case RANK:
                return ofRank();
            case GENERATE:
                return ofGenerate();
            default:
                return null;
        }
    }

    private String ofCheck() {
        Number chosen = number("maxMismatches", option.apply("maxMismatches"));
        long most = chosen == null ? 0 : chosen.longValue();
        List<String> wrong = new ArrayList<>();
        if (figures.of("mismatches") > most) {
            wrong.add(Figures.count(figures.of("mismatches"), "mismatch", "mismatches") + ", and maxMismatches is " + most);
        }
        // A test that fails differs too; as long as differences are allowed, it is one of them.
        if (figures.of("notPassing") > 0 && most == 0) {
            wrong.add(Figures.count(figures.of("notPassing"), "test of the oracle does", "tests of the oracle do") + " not pass any more");
        }
        if (figures.of("notRecorded") > 0 && figures.of("notPassing") == 0) {
            wrong.add("the values of " + Figures.count(figures.of("notRecorded"), "test", "tests") + " could not be compared");
        }
        if (figures.of("gone") > 0 && !"true".equals(String.valueOf((Object) option.apply("allowGone")))) {
            wrong.add(Figures.count(figures.of("gone"), "variable or test of the oracle is", "variables or tests of the oracle are")
                    + " gone, and allowGone is false");
        }
        return wrong.isEmpty() ? null
                : String.join("; ", wrong) + "\nif the change is meant, record a new oracle with " + wording.recording();
    }

    private String ofRank() {
        Number most = number("maxUnsafe", option.apply("maxUnsafe"));
        long unsafe = figures.of("unsafe");
        if (most == null || unsafe <= most.longValue()) {
            return null;
        }
        return Figures.count(unsafe, "assertion of the generated tests is", "assertions of the generated tests are")
                + " unsafe, and maxUnsafe is " + most.longValue() + ": read them, the first first";
    }

    private String ofGenerate() {
        Number least = number("minBranchCoverage", option.apply("minBranchCoverage"));
        long branches = figures.of("branches");
        double covered = branches == 0 ? PERCENT : PERCENT * figures.of("branchesCovered") / branches;
        if (least == null || covered >= least.doubleValue()) {
            return null;
        }
        return String.format(Locale.ROOT, "tests cover %.1f %% of the branches (%d of %d), and minBranchCoverage is %s", covered,
                figures.of("branchesCovered"), branches, least);
    }

    /** @throws JobException it is a threshold and no number */
    static void requireNumber(String name, Object value) {
        if (THRESHOLDS.contains(name)) {
            number(name, value);
        }
    }

    /** Null: there is none. */
    private static Number number(String name, Object value) {
        if (value == null) {
            return null;
        }
        try {
            double number = Double.parseDouble(value.toString().trim());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through to the message.
        }
        throw JobException.input("oraculum: " + name + " = " + value + ": expected a number from 0 on");
    }
}
