package dev.oraculum.pipeline;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.CheckReport.Kind;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.DefinitionSites.MethodKey;
import dev.oraculum.bytecode.DefinitionSites.Place;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestTimes;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.internal.Json;
import dev.oraculum.recording.DataRun;
import dev.oraculum.recording.DataTrace;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.runtime.DataPlan.SiteKind;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@link dev.oraculum.api.Oraculum#check}: runs the tests of an oracle on this version and compares the values of its data. */
public final class CheckJob {
    private CheckJob() {}

    /** See {@link dev.oraculum.api.Oraculum#check}. */
    public static CheckReport check(Check request, JobListener listener) {
        Oracle oracle = Oracle.read(request.oracle());
        return ImproveJob.withProjectErrors(() -> check(request, oracle, new JobClock(listener)));
    }

    private static CheckReport check(Check request, Oracle oracle, JobClock clock) {
        Project project = request.project();
        Jvm jvm = ProjectRun.jvm(project);
        List<Path> paths = ProjectRun.paths(project);
        Planned planned = clock.run(Phase.ANALYSIS, () -> plan(request, oracle, jvm, paths),
                found -> Text.count(oracle.data().size(), "variable"));
        // A test's time is a limit here, which is handed on.
        ExecutionSettings settings = ProjectRun.settings(
                project.withTestTimeout(null), jvm, paths, planned.testClasses(), planned.found().plan().toBytes());
        TestTimes times = new TestTimes();
        oracle.tests().forEach(test -> times.add(test.id(), Duration.ofSeconds(test.seconds())));
        // Others, new ones or those that did not pass, say nothing, and may never end.
        DataRun run = clock.run(
                Phase.RECORDING,
                () -> DataRun.whatever(settings, test -> times.of(test).isPresent(),
                        test -> request.limit(times.of(test).orElse(Duration.ZERO))),
                RecordJob::describe);
        String withheld = WorkerPool.withheldHint(project.workers());
        Comparison comparison = new Comparison(oracle, planned.found(), Set.copyOf(project.testClasses()), run, withheld);
        return clock.run(Phase.COMPARISON, () -> comparison.report(clock, jvm),
                report -> report.mismatches().isEmpty() ? "no mismatch" : report.mismatches().size() + " mismatches");
    }

    private record Planned(Found found, List<String> testClasses) {}

    private static Planned plan(Check request, Oracle oracle, Jvm jvm, List<Path> paths) {
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            Planned planned = new Planned(Found.of(classPath, oracle), testClasses(request, oracle, classPath));
            planned.found().requireAny(oracle);
            return planned;
        }
    }

    /** Those of the oracle that are there; what is not is reported with its tests. */
    private static List<String> testClasses(Check request, Oracle oracle, ClassPath classPath) {
        Set<String> known = new LinkedHashSet<>();
        oracle.tests().forEach(test -> known.add(test.className()));
        known.remove("");
        if (known.isEmpty()) {
            throw new ProjectException(Problem.Code.ORACLE_UNUSABLE.problem(), "the oracle " + request.oracle()
                    + " has no tests", List.of());
        }
        for (String name : request.project().testClasses()) {
            if (!known.contains(name)) {
                throw new ProjectException("the oracle knows no test class " + name + "; it was recorded with:", List.copyOf(known));
            }
        }
        List<String> wanted = request.project().testClasses().isEmpty() ? List.copyOf(known) : request.project().testClasses();
        List<String> present = wanted.stream().filter(name -> classPath.find(name.replace('.', '/')).isPresent()).toList();
        if (present.isEmpty()) {
            throw new ProjectException(
                    Problem.Code.ORACLE_TESTS_MISSING.problem(),
                    "none of the oracle's test classes is under tests or on the class path:",
                    wanted);
        }
        return present;
    }

    /**
     * The oracle's definitions in this version.
     *
     * @param gone by datum of which there are values, why this version does not have it
     */
    private record Found(DataPlan plan, Map<Integer, String> gone) {
        static Found of(ClassPath classPath, Oracle oracle) {
            Map<Integer, String> gone = new TreeMap<>();
            Set<Integer> there = new TreeSet<>();
            Map<String, Optional<Map<MethodKey, List<Place>>>> classes = new HashMap<>();
            Map<String, String> unreadable = new HashMap<>();
            List<DataPlan.Method> methods = new ArrayList<>();
            for (Oracle.Method method : oracle.methods()) {
                String className = method.className().replace('.', '/');
                Map<MethodKey, List<Place>> sites = classes.computeIfAbsent(className, name -> sites(classPath, name, unreadable))
                        .orElse(null);
                List<Site> planned = method.sites().stream().map(Found::site).toList();
                MethodKey key = sites == null ? null : find(sites, method);
                if (key == null) {
                    String absent = unreadable.getOrDefault(className, "class " + method.className() + " is not on the class path");
                    String reason = sites == null ? absent : missing(method, sites);
                    planned.stream().filter(site -> site.datum() >= 0).forEach(site -> gone.put(site.datum(), reason));
                    continue;
                }
                int[] places = DefinitionSites.align(planned, sites.get(key).stream().map(Place::site).toList());
                for (int i = 0; i < places.length; i++) {
                    int datum = planned.get(i).datum();
                    if (datum >= 0 && places[i] >= 0) {
                        there.add(datum);
                    } else if (datum >= 0) {
                        gone.putIfAbsent(datum, "method " + method.className() + "." + method.name() + " does not define it any more");
                    }
                }
                methods.add(new DataPlan.Method(className, key.name(), key.descriptor(), planned));
            }
            // A statement that the compiler had copied is there while one of its copies is.
            gone.keySet().removeAll(there);
            gone.keySet().retainAll(recorded(oracle).keySet());
            return new Found(new DataPlan(oracle.data().size(), methods, oracle.kept()), gone);
        }

        /** How many tests give values to a datum. */
        static Map<Integer, Integer> recorded(Oracle oracle) {
            Map<Integer, Integer> tests = new HashMap<>();
            oracle.tests().forEach(test -> test.values().forEach(values -> tests.merge(values.datum(), 1, Integer::sum)));
            return tests;
        }

        /** Nothing to compare would look as if nothing had changed. */
        void requireAny(Oracle oracle) {
            int recorded = recorded(oracle).size();
            if (recorded > 0 && gone.size() == recorded) {
                throw new ProjectException(
                        Problem.Code.ORACLE_OUTDATED.problem(),
                        "this version has none of the oracle's " + recorded
                        + " variables:",
                        gone.entrySet().stream()
                                .map(entry -> oracle.data().get(entry.getKey()).variable() + " at " + oracle.data().get(entry.getKey())
                                        .place() + ": "
                                + entry.getValue())
                                .toList());
            }
        }

        private static Optional<Map<MethodKey, List<Place>>> sites(ClassPath classPath, String className, Map<String, String> unreadable) {
            byte[] classFile = classPath.find(className).orElse(null);
            if (classFile == null) {
                Optional.ofNullable(classPath.unreadable().get(className))
                        .ifPresent(reason -> unreadable.put(className, "class " + className.replace('/', '.') + " cannot be read: "
                                + reason));
                return Optional.empty();
            }
            return Optional.of(DefinitionSites.of(classFile));
        }

        /** The same method, or if its signature has changed, the only one of its name. */
        private static MethodKey find(Map<MethodKey, List<Place>> sites, Oracle.Method method) {
            MethodKey same = new MethodKey(method.name(), method.descriptor());
            if (sites.containsKey(same)) {
                return same;
            }
            List<MethodKey> named = sites.keySet().stream().filter(key -> key.name().equals(method.name())).toList();
            return named.size() == 1 ? named.get(0) : null;
        }

        private static String missing(Oracle.Method method, Map<MethodKey, List<Place>> sites) {
            long named = sites.keySet().stream().filter(key -> key.name().equals(method.name())).count();
            String what = "class " + method.className() + " has no method " + method.name() + method.descriptor() + " any more";
            return named == 0 ? what : what + ", and " + named + " others of that name";
        }

        private static Site site(Oracle.Site site) {
            try {
                return new Site(SiteKind.valueOf(site.kind().toUpperCase(Locale.ROOT)), site.variable(), site.line(), site.sort()
                        .charAt(0), site.datum());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the oracle is damaged: a definition of the kind \"" + site.kind()
                        + "\"; record it again", e);
            }
        }
    }

    private static final class Comparison {
        private final Oracle oracle;
        private final Found found;
        private final Set<String> wanted;
        private final DataRun run;
        private final String withheld;
        private final List<Mismatch> mismatches = new ArrayList<>();
        private int compared;

        /**
         * @param wanted test classes that were asked for; empty: all
         * @param withheld what to say where tests fail; empty: nothing
         */
        Comparison(Oracle oracle, Found found, Set<String> wanted, DataRun run, String withheld) {
            this.oracle = oracle;
            this.found = found;
            this.wanted = wanted;
            this.run = run;
            this.withheld = withheld;
        }

        CheckReport report(JobClock clock, Jvm jvm) {
            List<LeftOut> notPassing = new ArrayList<>();
            List<LeftOut> notRecorded = new ArrayList<>();
            List<String> gone = new ArrayList<>();
            int ran = 0;
            for (Oracle.TestValues test : oracle.tests()) {
                DataRun.Test now = run.tests().get(test.id());
                if (now == null) {
                    // Of a class that is not asked for, nothing is said.
                    if (wanted.isEmpty() || wanted.contains(test.className())) {
                        gone.add(test.name());
                    }
                    continue;
                }
                ran++;
                TestOutcome outcome = now.first().outcome();
                if (outcome != TestOutcome.PASSED && outcome != TestOutcome.NOT_RECORDED) {
                    notPassing.add(new LeftOut(test.name(), now.first().sentence()));
                }
                if (outcome.isRepeatable()) {
                    compare(test, now);
                } else {
                    notRecorded.add(new LeftOut(test.name(), now.first().sentence()));
                }
            }
            if (ran == 0) {
                throw new ProjectException(
                        Problem.Code.ORACLE_OUTDATED.problem(),
                        "none of the oracle's " + oracle.tests().size() + " tests is there any more. They were:",
                        oracle.tests().stream().map(Oracle.TestValues::name).toList());
            }
            List<String> problems = new ArrayList<>(run.problems());
            run.notLoadable().forEach(line -> problems.add("test class not loadable: " + line));
            if (!notPassing.isEmpty() && !withheld.isEmpty()) {
                problems.add(withheld);
                clock.note(Problem.Code.ENVIRONMENT_WITHHELD.problem());
            }
            problems.forEach(clock::note);
            List<CheckReport.DatumGone> dataGone = new ArrayList<>();
            Map<Integer, Integer> recorded = Found.recorded(oracle);
            found.gone().forEach((datum, reason) -> dataGone.add(new CheckReport.DatumGone(oracle.data().get(datum), reason,
                    recorded.get(datum))));
            return new CheckReport(Json.SCHEMA_VERSION, ran, compared, mismatches, notPassing, notRecorded, gone, dataGone, problems,
                    clock.info(jvm, null));
        }

        private void compare(Oracle.TestValues test, DataRun.Test now) {
            Map<Integer, Oracle.Values> expected = new LinkedHashMap<>();
            test.values().forEach(values -> expected.put(values.datum(), values));
            Set<Integer> all = new TreeSet<>(expected.keySet());
            all.addAll(now.cold().keySet());
            test.unstable().forEach(all::remove);
            all.removeAll(found.gone().keySet());
            for (int datum : all) {
                compared++;
                Oracle.Values before = expected.get(datum);
                DataTrace recorded = before == null ? DataTrace.NOTHING
                        : new DataTrace(before.count(), Long.parseUnsignedLong(before.hash(), 16), before.first());
                DataTrace actual = now.cold().getOrDefault(datum, DataTrace.NOTHING);
                if (!recorded.agreesWith(actual)) {
                    boolean repeatable = now.again() == TestOutcome.NOT_RUN
                            || actual.agreesWith(now.warm().getOrDefault(datum, DataTrace.NOTHING));
                    mismatches.add(mismatch(test, datum, recorded, actual, repeatable));
                }
            }
        }

        private Mismatch mismatch(Oracle.TestValues test, int datum, DataTrace expected, DataTrace actual, boolean repeatable) {
            int index = expected.firstDifference(actual);
            Kind kind = expected.count() == 0 ? Kind.NEW : actual.count() == 0 ? Kind.MISSING
                    : index == Math.min(expected.count(), actual.count())
                    ? Kind.COUNT : Kind.VALUE;
            return new Mismatch(
                    test.name(), test.id(), oracle.data().get(datum), kind, index, at(expected, index), at(actual, index),
                            expected.count(), actual.count(),
                    repeatable);
        }

        private static String at(DataTrace trace, int index) {
            return index < trace.values().size() ? trace.values().get(index) : null;
        }
    }
}
