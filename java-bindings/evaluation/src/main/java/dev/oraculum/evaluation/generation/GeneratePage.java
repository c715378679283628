package dev.oraculum.evaluation.generation;

import dev.oraculum.evaluation.generation.GenerateResults.Row;
import dev.oraculum.evaluation.generation.Suite.Share;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The page of results, from rows. */
final class GeneratePage {
    private static final String HEAD = """
            # Generated tests of classes that nobody looked at

            Made by `make generate-results`. The classes are drawn by a rule that was committed before any of them was tried:
            `SubjectRule` in `java-bindings/evaluation`, with the list of libraries beside it. Before commit 2eb9c91 nobody had looked at
            them. What went wrong there was looked at then, and mended where it was a fault of ours: later rows of the first set say what
            that gave, and are no estimate for other classes. That is what the second set is for: drawn by the same rule, it was run once,
            at b5b03d91, and its rows stand as they came. The third set is of libraries that no page or test of ours had used, by a rule
            committed before; it was run once, at 4d7add65. The fourth set is of the same libraries, other classes of which nobody had
            looked at, by a rule committed before; it was run once, at 22ed400f. The fifth set is of these libraries again, by a rule
            committed before; it was run once, at c246e9d4, with the engine `hybrid`, which is the default since. The sixth set is of them
            once more, without one that has no further class, by a rule committed before; it was run once, at 2bb25fb2. A run with 120 s
            followed at 4baecab9; between the two, `PoolUtils` had led to one change, of the time for tests in other orders. The seventh
            set is of these libraries again, without two that have no further class, by a rule committed before; it was run once, at
            728471ff. The eighth set is of twelve other libraries, of which no page and no test of ours had used anything, two classes of
            each, by a list and a rule that were committed before; it was run once, at 7a56c60f. The tenth set is of these twelve
            libraries again, two classes of each but of one that has no further class, by a rule committed before; it was run once, at
            ca44e3eb, three variants with three seeds, and PIT judged the first. The ninth set, of the first ten of these libraries, by a
            rule that was committed with that of the eighth, was drawn then, and run once, at 28fb4d13. The set of texts is of classes
            whose methods mostly take texts, one of every second library of the three lists, where it has one that no other set has; the
            rule was committed before it was drawn, and the set run once, at 332d1223, with the eleventh, which has the one class that was
            left of two libraries. The set of further texts is of the other libraries by the same rule; it was drawn when some of what the
            first had shown was mended, and run once, at 6801db4a. The twelfth set is of 24 of all libraries, a class of each, by a rule
            that was committed before; it was run once, at be3381b1. The thirteenth set is of 24 of all libraries again, by a rule that was
            committed before; so far `hybrid` was run on it, once with 30 s and once with 120, at f9b8e1fb. What these runs have shown was
            mended afterwards, but where it says otherwise, and not measured again: see below.

            Each row is a run of `oraculum generate` as a whole process, judged by others: the files are compiled by javac, run by JUnit's
            console five times (in order, and shuffled with other time zones, languages and numbers of processors), lines and branches are
            JaCoCo's (those of nested classes count), mutants are PIT's default ones, all of them, also those that no test covers. *said*
            is the share of branches that Oraculum's own report claims, which leaves out what belongs to no test (static initializers). A
            class without a test counts with 0. Two cores; all runs of 2eb9c91 had other work beside them, and the first three of 87b1e99;
            those of 4347cc5 and e7a0ac3 had none, those of 51b3cd02 and b5b03d91 next to none, those of e78510e some at idle priority
            (the searches of e7a0ac3 and e78510e are the same), those of 4d7add65 and 22ed400f some at idle priority, those of c246e9d4,
            2bb25fb2, 728471ff and 7a56c60f next to none, that of 4baecab9 a sampling profiler beside most of its searches. Those of
            28fb4d13, 332d1223 and 6801db4a had none. Those of ca44e3eb had next to none while tests were generated, and builds beside
            what judges them. Four of its rows are of a second run, as builds or tests of ours had come beside the first:
            `BufferFastAggregation` with 120 s (in the first, 79 % of the branches and 68 % of the mutants), `Evaluation` and
            `SimpleNode` of `random` (100 % and 90 %, 100 % and 93 %), `LineNumberTable` of `without-templates` (100 % and 88 %). The 13
            classes that 87b1e99 lacks, and the last one of 2eb9c91, were not run to their end: the time was up. Of 4347cc5 one class has
            no test by a fault of ours that this run found (a worker
            was lost while variants of tests were tried), and both classes that took 45 s have mutants that doze in a loop: mended since.
            Tests that show faults, in a file of their own (`FaultsTest`), are compiled, but not run here: they are meant to fail.

            """;

    private static final String READING = """
            One seed says little of a class. The classes of the first set were looked at since 2eb9c91. Templates gained no branches there.
            On Double2CharArrayMap the search was seen to stand still, waiting for the call graph that templates need. Since 7ebe635 they
            come later where tests may use many types; that was not measured again.

            What the second set has shown, at b5b03d91: tests of `SubsetConfiguration` asserted how many variables the environment has, and,
            at 120 s, some of `MLSxEntryParser` the digits of the locale, and one of `OutputValueSwitch` the length of a text with an
            address, as the other machine on which each test is tried had as many and the same ones. `MultiFileConfigurationBuilder` has no
            test, as `Class<? extends T>` was given any class and javac refused that. `ObjectFloatHashMapWithHashingStrategy` has none, as
            its jar is signed and the JVM lets no other class into its packages. All five were faults of ours. Where a test fails, PIT
            judges no test of the class: its mutants are not in the mean.

            What the third set has shown, at 4d7add65: tests of `GenericKeyedObjectPool` asserted that nobody had waited for more than 0
            milliseconds, which is true as a rule. Few tests a second ran of that class, as each test that waits for ever cost two seconds,
            and of `NodeIterator`, as the static initializers of a class of jsoup take more than a test may: each was ended, and the
            worker lost with it. The run of the pool for 120 s was 16 s late. All were faults of ours. `DuckSetExecutor` has one test: it
            looks for a class with a method `set`, which nothing tells the search.

            What the fourth set has shown, at 22ed400f: tests of `ConvertUtilsBean` failed when they were shuffled, as they change what
            one object holds that all share; the written tests had been tried in order and reversed. A test of `MonthDay` asserted a day
            of 1969 that is another one in the east: the zone in which each test is tried lies far in the east, but lay in the west then.
            Both were faults of ours. `ArrayConverter` takes nothing but class objects of arrays, of which the search had none.
            `GsonJsonProvider` needs a library that is optional and not there.

            What the fifth set has shown, at c246e9d4: of `CoreTextContentNodeRenderer` most methods threw at once, as a made-up object of
            an interface gave null for a writer, of whose class the search did not know (31 of 60 branches by our own report; 50 since
            it does). The run of `Elements` took 150 s for a budget of 30: the text of a document that is in itself has no end, and a check
            of contracts waited two minutes for it (31 s since it does not). A test of `LocaleConvertUtilsBean` failed in one of four
            shuffled orders, as it hangs on what others leave in an object that all share; the three orders in which written tests are
            tried had not shown it. Since 755405ef tests run in orders in which each comes once right behind each other before they are
            written. `JettisonProvider` needs a library that is optional and not there.

            What the sixth set has shown, at 2bb25fb2: the run of `PoolUtils` took 37 s for a budget of 30. Tests in other orders took of
            the time of the check: since then they have time of their own (31 s, one run). Four of its tests did not compile and were left
            out, as javac finds two generic overloads of `checkMinIdle` equally good for a raw pool. That is not mended. No test of the set
            failed, neither in these runs nor in the hundred reruns on each JDK (below). `JakartaJsonProvider` needs a library that is
            optional and not there.

            At 4baecab9, with 120 s, one test of `PoolUtils` failed in one of the five runs: it asserts what a timer does in a thread of its
            own, and that thread was late. Since 4902dd8e tests are also tried with such threads late and early, and what differs is not
            asserted; this class was not run again. Where a test fails, PIT judges none; with a 0 for the class the mean of the mutants is
            62.5 %.

            What the seventh set has shown, at 728471ff: one test of `W3CDom` failed in all five runs. It expects the error of a statement
            `assert`. The JVMs in which we try tests run with `-ea`; JUnit's console does not. Since 660d3a7d those that stand for another
            machine run without, and the test is no longer written. Many mutants of `AttributeInfo` and `W3CDom` survived because no
            assertion said what objects of the JDK hold: what was written to a stream, what is in a document. Since 660d3a7d there are such
            assertions. By our own report, in 30 s, 41 of 98 mutants of `AttributeInfo` are killed; before, 33 and 35. Of `W3CDom` it is 48
            of 92; before, 47 with the test that failed. Both classes led to the change, so this says nothing of others. Half of
            `BeanUtilsBean` and of `Debugger` is not reached: one takes names of properties of beans, the other trees that a parser makes.
            `SchemaParser` needs a library that is optional and not there.

            What the eighth set has shown, at 7a56c60f. No test of `hybrid` failed; four of `random` did in some of the five runs. One of
            `CmdLineParser` asserted a word that the library says otherwise in German, and none of the JVMs in which tests are tried spoke a
            language of its messages. Since 8c39ce3d one of them does. One of `FlexibleHashMap` depended on the hash code of an array, one
            of `Line` on that of a lambda; in the JVMs that were tried these happened to be alike enough. Since 8c39ce3d they differ in one
            JVM more, which makes that less likely, and not impossible. None of this was measured again. The fourth, of `MessageUnpacker`,
            reads what lies in memory before an array, which is refused since the tenth set. Runs were late, of `hybrid` three by 6 to 9 s,
            of `random` five by 6 to 14, mostly as tests that failed in the check were tried with less although no time was left; such a
            round is no longer begun. One of them, `RoaringArray`, still took 33.5 s then (one run). `Starter` lost its one test of a method
            that takes an annotation's class, as it was given another class, which javac refuses: mended. Of `SimpleElementValue` our report
            says 88 % of the branches, JaCoCo 35: tests take a branch and throw right behind it, and JaCoCo counts a branch when what comes
            behind it is over. `Starter` looks for a system property, and ends the JVM without it; `VerifierAppFrame` is a window, and there
            is no screen. On `CmdLineParser` `random` was better than `hybrid`; why, was not looked at.

            What the tenth set has shown, at ca44e3eb. `MessagePacker` has no test in eight of ten runs, and `Variable` of the same
            library in one. They write by `sun.misc.Unsafe` wherever they are told to, also over what a worker is about to answer, and the
            run ended with an error, as the answer could not be read. Access beyond an array is refused since, and tests of a batch in
            which a JVM crashes run again in groups. By our own report the class has 82 tests since, with 126 of 142 branches and 273 of
            351 mutants (6000 tests, 40 s, seed 1; 123 and 250 with seed 2, 126 and 257 with seed 4; the class has led to the change).
            Tests of `HourMinute` fail in the morning: they assert that it is afternoon, as it was on all machines on which they were
            tried. The clocks of two of these are half a day apart from the first since. `Vector1D` has a comparator as a constant, whose
            code no test called; constants of interfaces are called since, and by our own report 38 of 38 branches are covered (20000
            tests). Of `ProfilingATNSimulator` the results are in objects of an array, of which tests said only how many they are.
            Elements are asked since: by our own report, 38 of 50 mutants are killed, before 10 (30 s, seed 1, one run each). One test of
            `AccountingChronology` (`random`, seed 2) fails in two of five runs: it gives a hash code, which is another one in each JVM,
            to a method and asserts the result. Since c05718e2 the search gives no hash code to a method. On mutants, `hybrid` is not better
            than `random` here, though on branches it is. In part this is a matter of time: where a search ends sooner, more variants of
            tests are tried on mutants. `SimpleNode` had 61 of 77 mutants killed where the search was ended after 3 s, and 55 after 15; of
            `VelocimacroFactory` it was 17 and 48 of 81 (3f8a8c5e, our own report, 30 s, seed 1, one run each), so the search was left
            as it is.

            What the ninth set has shown, at 28fb4d13: each of its ten classes has tests, and none failed. With 30 s, branches 81.2 %,
            mutants 74.6 %; with 120 s, 81.8 and 75.8 %. The rule drew `Starter` again, which is of the eighth set too and led to a change
            then: without it, 86.7 and 81.1 % with 30 s, 87.4 and 82.4 % with 120 s. The other nine classes had not been looked at; what
            the search does had been tried on classes of the eighth and tenth sets, which are of the same libraries. `ASTStaticMethod`
            stays at 19 % of the branches with more time, too; why, was not looked at.

            What the set of texts has shown, at 332d1223: each of its 16 classes has tests, and none failed. With 30 s, branches 87.1 %,
            mutants 73.3 %; the medians are 89.0 and 80.3 %. On classes over text 92 and 80 % were aimed at. `Code128Writer` alone, at 53 %
            of the branches, lacks 3 points of the mean: what it wants is a map with a certain key and the text `true`. Symbolic execution
            did not follow `Map.of`; it does since 9a6a99c0. By our own report, after 8000 tests, 246 of 267 branches are covered with seed
            2, and 111 with seed 1, where the map has a number. `IMAPClient` talks to a server that is not there: 11 % of its mutants. Of
            `OpencsvUtils` four of the 15 mutants that survived by our own report made an object of another class, and no assertion said
            which class it is. Since a776484f one does (21 of 30 killed after 8000 tests; 15 in the run of 30 s). Of `XMLBeanDeclaration` a
            test was left out, as javac does not find what a subclass of another package does not inherit: mended at 6801db4a. `TextUtils`
            draws: half of its mutants change nothing that a test sees.

            What the set of further texts has shown, at 6801db4a: with 30 s, branches 79.1 %, mutants 71.8 % of 13 classes; the medians are
            99.5 and 80.6 %. Two classes need libraries that are optional and not there: `CpBands` has no test, `XPP3Reader` 7 % of the
            branches. Without them it is 92.8 and 84.1 %. No test failed. That `CpBands` lacks a library was not said, as it is a superclass
            of what its constructor takes: it is said since. `MappedPropertyDescriptor` is of no set, but had been looked at before.

            What the twelfth set has shown, at be3381b1: with 30 s, branches 76.3 %, mutants 65.1 % of 24 classes; the medians are 93.1
            and 77.4 %. `BcBands` needs a library that is optional and not there; without it, 79.6 and 67.9 %. `NNTPClient` talks to a
            server. Two classes have tests that failed. One of `XMLWriter` closes standard output, after which JUnit's console prints
            nothing; our JVMs refused that to the first test only. Of `GJChronology`, one test failed in four of five runs, another in two:
            what the first asserts hangs on a time zone whose offset changes, which no JVM had in which tests are tried; the other was
            not looked at. A thread that a test of `HistogramLogProcessor` starts wrote a file where the run was started. The stream, the
            zone and the thread are mended since. Of `OrderedMapAdapter` no mutant was run, as all time that was left was kept for the
            check of the tests, which did not need it. That is not mended. Of `LazyDynaList` each mutant got a JVM of its own, by a fault of
            ours: where several share a class file, the JVM did not name variables there. Since d355e109 it does: by our own
            report 87 of 106, and 60 just before. PIT did not judge it again: it had found 81 % killed by tests of the old runs, too.

            What the thirteenth set has shown, at f9b8e1fb: with 30 s, branches 86.1 %, mutants 80.0 % of 24 classes; the medians are 94.9
            and 87.4 %. No test failed, and every class has one, but the one of `BeanFieldSplit` is of its constructor, given null: it takes
            a field of reflection, which the search cannot make. With 120 s, on a machine that was half as fast that day (5042 tests of
            `NakagamiDistribution` took 1.3 to 1.7 s there, 0.7 before), branches 85.6 %, mutants 81.7 %: more time covers nothing more of
            most classes. Two runs took 134 and 136 s: written tests had failed when the time was up, and all had been run again. Of
            `LineAndShapeRenderer` seven tests went then, and with them 15 branches that 30 s had covered. Ten tests of `Array` javac
            refused. Nothing called the private methods for serialization of four classes. The field, the tests that javac refused and the
            methods for serialization are mended since. When the time is up, tests that fail are tried without assertions since, and less is
            run again. Whether runs keep their budget with that was not measured on the set: a run of `Array` with 30 s took 37.7 s on the
            slow machine. The set was not run again.

            """;

    private GeneratePage() {}

    static String of(List<Row> rows, List<Flakiness.Reruns> reruns) {
        StringBuilder page = new StringBuilder(HEAD).append(Comparison.section(rows)).append(READING);
        for (Map.Entry<String, List<Row>> group : GenerateResults.byRun(rows).entrySet()) {
            List<Row> of = group.getValue();
            long empty = of.stream().filter(row -> row.tests() == 0).count();
            page.append("## ").append(group.getKey()).append("\n\n");
            page.append(String.format(Locale.ROOT,
                    "%d classes. Mean of the classes: branches %s, lines %s, mutants %s.%nClasses without a test: %d. Tests that failed, "
                            + "over five runs: %d. Files that do not compile: %d.%n%n",
                    of.size(), mean(of, Row::branches), mean(of, Row::lines), mean(of, Row::mutants), empty,
                    of.stream().mapToInt(Row::failures).sum(), of.stream().filter(row -> !row.compiles()).count()));
            page.append(throughput(of));
            page.append("| class | tests | branches | said | lines | mutants | tests run | seconds | |\n");
            page.append("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
            of.forEach(row -> page.append(line(row)).append('\n'));
            page.append('\n');
        }
        return page.append(Flakiness.section(reruns)).toString().stripTrailing() + "\n";
    }

    static String line(Row row) {
        String failed = row.failures() == 0 ? "" : row.failures() + " failed; ";
        String compiled = row.compiles() ? "" : "does not compile; ";
        return String.format(Locale.ROOT, "| %s `%s` | %d | %s | %s | %s | %s | %d | %.1f | %s |", row.library(),
                row.className().substring(row.className().lastIndexOf('.') + 1), row.tests(), Suite.percent(row.branches()),
                        Suite.percent(row.claimed()),
                Suite.percent(row.lines()), Suite.percent(row.mutants()), row.executed(), row.seconds(),
                compiled + failed + row.end().replace('|', '/'));
    }

    /** Of the classes with a search: tests a second, the middle one. */
    private static String throughput(List<Row> rows) {
        double[] rates = rows.stream().filter(row -> row.searchSeconds() > 0).mapToDouble(row -> row.executed() / row.searchSeconds())
                .sorted().toArray();
        return rates.length == 0 ? "" : String.format(Locale.ROOT,
                "Tests a second of the search: median of the classes %.0f, from %.0f to %.0f.%n%n", rates[rates.length / 2], rates[0],
                rates[rates.length - 1]);
    }

    /** Over the classes for which it was measured. */
    private static String mean(List<Row> rows, Function<Row, Share> share) {
        List<Share> measured = rows.stream().map(share).filter(Objects::nonNull).filter(s -> s.of() > 0).toList();
        if (measured.isEmpty()) {
            return "not measured";
        }
        double mean = measured.stream().mapToDouble(s -> (double) s.covered() / s.of()).average().orElse(0);
        return String.format(Locale.ROOT, "%.1f %%%s", 100 * mean, measured.size() == rows.size() ? "" : " (of " + measured.size() + ")");
    }
}
