package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.gradle.api.GradleException;
import org.gradle.api.provider.Provider;

/**
 * What a build can say of Oraculum's tasks: the block {@code oraculum { .. }} for all of them, and {@code options} of each task. A task's
 * own value comes before the block's; a project property {@code oraculum.NAME}, given with {@code -P} say, before both; an option of the
 * command line first. Names are those of the Java API. Every value may be a {@link Provider} or a {@link Callable} too.
 *
 * <pre>{@code
 * oraculum {
 *     packages = ['com.example']
 *     budget = '30s'
 *     settings minGenerations: 10
 * }
 * }</pre>
 */
public class OraculumOptions {
    /** Project properties that stand for an option begin so. */
    static final String PREFIX = "oraculum.";

    /** Options that a project property can give: all but those that are files of the build itself. */
    static final List<String> AS_PROPERTY = Collections.unmodifiableList(Arrays.asList(
            "method", "classes", "packages", "constructors", "assertion", "testClasses", "excludeFailingTests", "threads", "seed", "budget",
            "totalBudget", "testTimeout", "jvm", "sandbox", "environment", "allow", "mutators", "maxTests", "junit", "record",
            "generatedTestClasses", "oracle", "allowGone", "maxMismatches", "maxUnsafe", "minBranchCoverage", "shard", "shards",
            "planRecording", "recorded", "history"));

    /** Plain objects and no decorated ones: the configuration cache writes tasks with what they refer to. */
    private final OraculumOptions parent;
    private final Map<String, String> properties;
    private final Map<String, Object> commandLine = new TreeMap<>();
    private final Map<String, Object> values = new TreeMap<>();
    private final Map<String, Object> settings = new LinkedHashMap<>();

    OraculumOptions(Map<String, String> properties) {
        this.parent = null;
        this.properties = properties;
    }

    OraculumOptions(OraculumOptions parent) {
        this.parent = parent;
        this.properties = parent.properties;
    }

    /** What the command line of Gradle says. */
    void onCommandLine(String name, Object value) {
        commandLine.put(name, value);
    }

    /** Null: nobody says anything of it. */
    Object value(String name) {
        return unwrap(raw(name));
    }

    /** The same as it was given: files may come out of a provider that knows which task makes them. */
    Object raw(String name) {
        Object value = outside(name);
        if (value != null || Job.ABOUT.contains(name) && Job.ABOUT.stream().anyMatch(other -> outside(other) != null)) {
            return value;
        }
        return inBuild(name);
    }

    /** What is said when the build is run. */
    private Object outside(String name) {
        Object value = commandLine.get(name);
        return value != null ? value : properties.get(name);
    }

    private Object inBuild(String name) {
        Object value = values.get(name);
        return value != null || parent == null ? value : parent.inBuild(name);
    }

    private static Object unwrap(Object value) {
        try {
            if (value instanceof Provider) {
                return unwrap(((Provider<?>) value).getOrNull());
            }
            return value instanceof Callable ? unwrap(((Callable<?>) value).call()) : value;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GradleException("an option of oraculum cannot be found out: " + e.getMessage(), e);
        }
    }

    /** Null: nothing is said. */
    String text(String name) {
        Object value = value(name);
        return value == null ? null : value.toString();
    }

    /** A list, or a text with commas between the items. */
    List<String> list(String name) {
        Object value = value(name);
        List<String> items = new ArrayList<>();
        if (value instanceof Iterable) {
            for (Object item : (Iterable<?>) value) {
                items.add(String.valueOf(unwrap(item)));
            }
        } else if (value instanceof Object[]) {
            for (Object item : (Object[]) value) {
                items.add(String.valueOf(unwrap(item)));
            }
        } else if (value != null) {
            return Job.list(value);
        }
        return items;
    }

    /** The value as text or as a list of texts; null: nobody says anything of it. */
    Object plain(String name) {
        Object value = value(name);
        return value instanceof Iterable || value instanceof Object[] ? list(name) : value;
    }

    /** Settings by name; a task's own come before the block's. */
    Map<String, String> allSettings() {
        Map<String, String> all = parent == null ? new TreeMap<>() : parent.allSettings();
        settings.forEach((name, value) -> all.put(name, String.valueOf(unwrap(value))));
        return all;
    }

    private Object own(String name) {
        return values.get(name);
    }

    /** Settings by the names of docs/settings.md, beside those that were given before: {@code settings minGenerations: 10}. */
    public void settings(Map<String, ?> byName) {
        settings.putAll(byName);
    }

    public Map<String, ?> getSettings() {
        return settings;
    }

    public void setSettings(Map<String, ?> byName) {
        settings.clear();
        settings.putAll(byName);
    }

    /** One method, {@code pkg.C#m} or {@code pkg.C#m(int,java.lang.String)}: of improve, infer and generate. */
    public Object getMethod() {
        return own("method");
    }

    public void setMethod(Object value) {
        values.put("method", value);
    }

    /** Names of the classes that a task is about. Nothing: as the task says. */
    public Object getClasses() {
        return own("classes");
    }

    public void setClasses(Object value) {
        values.put("classes", value);
    }

    /** Names of packages whose classes a task is about, their sub-packages included. */
    public Object getPackages() {
        return own("packages");
    }

    public void setPackages(Object value) {
        values.put("packages", value);
    }

    /** Whether improve looks at constructors too. */
    public Object getConstructors() {
        return own("constructors");
    }

    public void setConstructors(Object value) {
        values.put("constructors", value);
    }

    /** The assertion that improve starts from; it needs {@code method}. */
    public Object getAssertion() {
        return own("assertion");
    }

    public void setAssertion(Object value) {
        values.put("assertion", value);
    }

    /**
     * The code under test: anything that {@code files(..)} takes. By default the output of the source set main, and what the
     * configuration {@code oraculumUnderTest} has.
     */
    public Object getClassPath() {
        return own("classPath");
    }

    public void setClassPath(Object value) {
        values.put("classPath", value);
    }

    /** What the code needs; by default the runtime class path of the source set main. */
    public Object getLibraries() {
        return own("libraries");
    }

    public void setLibraries(Object value) {
        values.put("libraries", value);
    }

    /** The compiled tests and what they need; by default the runtime class path of the source set test. */
    public Object getTests() {
        return own("tests");
    }

    public void setTests(Object value) {
        values.put("tests", value);
    }

    /** Names of the test classes to run; by default those that a task finds it needs. */
    public Object getTestClasses() {
        return own("testClasses");
    }

    public void setTestClasses(Object value) {
        values.put("testClasses", value);
    }

    /** Whether tests that fail are left out, instead of ending the task. */
    public Object getExcludeFailingTests() {
        return own("excludeFailingTests");
    }

    public void setExcludeFailingTests(Object value) {
        values.put("excludeFailingTests", value);
    }

    /** Folders of the code's sources, for patches; by default those of the source set main. */
    public Object getSources() {
        return own("sources");
    }

    public void setSources(Object value) {
        values.put("sources", value);
    }

    /** Threads of the engine and worker JVMs; by default one per processor. Results do not depend on it. */
    public Object getThreads() {
        return own("threads");
    }

    public void setThreads(Object value) {
        values.put("threads", value);
    }

    /** Of all randomness: same seed, same result, unless a budget ends the search. */
    public Object getSeed() {
        return own("seed");
    }

    public void setSeed(Object value) {
        values.put("seed", value);
    }

    /** Time of one search, or of one class of generate: {@code '30s'}, {@code '5m'}, a {@link java.time.Duration}, or seconds. */
    public Object getBudget() {
        return own("budget");
    }

    public void setBudget(Object value) {
        values.put("budget", value);
    }

    /** Time after which improve or generate begins nothing more. */
    public Object getTotalBudget() {
        return own("totalBudget");
    }

    public void setTotalBudget(Object value) {
        values.put("totalBudget", value);
    }

    /** How long a test may run; of select, check, improve, infer and rank. */
    public Object getTestTimeout() {
        return own("testTimeout");
    }

    public void setTestTimeout(Object value) {
        values.put("testTimeout", value);
    }

    /** Home of the JDK, 17 or newer, on which Oraculum and the tests run; by default the project's toolchain, or else Gradle's. */
    public Object getJvm() {
        return own("jvm");
    }

    public void setJvm(Object value) {
        values.put("jvm", value);
    }

    /** More arguments for the JVM of Oraculum itself, such as {@code -Xmx4g}. */
    public Object getJvmArgs() {
        return own("jvmArgs");
    }

    public void setJvmArgs(Object value) {
        values.put("jvmArgs", value);
    }

    /** {@code off}, {@code auto} or {@code on}: run tests in a sandbox of bubblewrap. */
    public Object getSandbox() {
        return own("sandbox");
    }

    public void setSandbox(Object value) {
        values.put("sandbox", value);
    }

    /** Names of environment variables that tests get although they look like credentials. */
    public Object getEnvironment() {
        return own("environment");
    }

    public void setEnvironment(Object value) {
        values.put("environment", value);
    }

    /**
     * What mutants may do outside of their scratch folder: {@code write=DIR}, {@code process}, {@code net}, {@code native},
     * {@code global}, {@code descriptor}, {@code memory}.
     */
    public Object getAllow() {
        return own("allow");
    }

    public void setAllow(Object value) {
        values.put("allow", value);
    }

    /** Names of PIT's mutators or groups of them; by default PIT's defaults. */
    public Object getMutators() {
        return own("mutators");
    }

    public void setMutators(Object value) {
        values.put("mutators", value);
    }

    /** How many tests the search of generate may run; by default as many as the budget allows. */
    public Object getMaxTests() {
        return own("maxTests");
    }

    public void setMaxTests(Object value) {
        values.put("maxTests", value);
    }

    /** 4 or 5: which JUnit generated tests are for. */
    public Object getJunit() {
        return own("junit");
    }

    public void setJunit(Object value) {
        values.put("junit", value);
    }

    /** Whether select runs the tests and records an oracle. */
    public Object getRecord() {
        return own("record");
    }

    public void setRecord(Object value) {
        values.put("record", value);
    }

    /** The compiled generated tests that rank is about, and what they need. */
    public Object getGeneratedTests() {
        return own("generatedTests");
    }

    public void setGeneratedTests(Object value) {
        values.put("generatedTests", value);
    }

    /** Names of generated test classes; by default those that refer to the class. */
    public Object getGeneratedTestClasses() {
        return own("generatedTestClasses");
    }

    public void setGeneratedTestClasses(Object value) {
        values.put("generatedTestClasses", value);
    }

    /** Folders of the generated tests' sources, to show assertions as they are written. */
    public Object getGeneratedSources() {
        return own("generatedSources");
    }

    public void setGeneratedSources(Object value) {
        values.put("generatedSources", value);
    }

    /** The oracle file of check; by default {@code oracle.json} in the project. */
    public Object getOracle() {
        return own("oracle");
    }

    public void setOracle(Object value) {
        values.put("oracle", value);
    }

    /** Whether check is content if variables or tests of the oracle are not there any more. */
    public Object getAllowGone() {
        return own("allowGone");
    }

    public void setAllowGone(Object value) {
        values.put("allowGone", value);
    }

    /** More mismatches than this fail check; by default 0. */
    public Object getMaxMismatches() {
        return own("maxMismatches");
    }

    public void setMaxMismatches(Object value) {
        values.put("maxMismatches", value);
    }

    /** More unsafe assertions than this fail rank; by default any number is allowed. */
    public Object getMaxUnsafe() {
        return own("maxUnsafe");
    }

    public void setMaxUnsafe(Object value) {
        values.put("maxUnsafe", value);
    }

    /** Less branch coverage by generated tests than this, in percent, fails generate. */
    public Object getMinBranchCoverage() {
        return own("minBranchCoverage");
    }

    public void setMinBranchCoverage(Object value) {
        values.put("minBranchCoverage", value);
    }

    /**
     * {@code 'K/N'}: improve and generate look only at every N-th class, from the K-th on, so that N runs do it all. {@code oraculumMerge}
     * makes one result of theirs.
     */
    public Object getShard() {
        return own("shard");
    }

    public void setShard(Object value) {
        values.put("shard", value);
    }

    /** The results of all shards as JSON, or folders that have them, for {@code oraculumMerge}. */
    public Object getShards() {
        return own("shards");
    }

    public void setShards(Object value) {
        values.put("shards", value);
    }

    /** A folder: infer and select run nothing, and write there what the tests of the project are to record when they run next. */
    public Object getPlanRecording() {
        return own("planRecording");
    }

    public void setPlanRecording(Object value) {
        values.put("planRecording", value);
    }

    /** A folder: infer and select run no tests, and take what those of the project have recorded there. */
    public Object getRecorded() {
        return own("recorded");
    }

    public void setRecorded(Object value) {
        values.put("recorded", value);
    }

    /**
     * A folder of earlier results of improve and generate, made if it is not there: classes and methods for which nothing has changed since
     * keep theirs (docs/guide/history.md).
     */
    public Object getHistory() {
        return own("history");
    }

    public void setHistory(Object value) {
        values.put("history", value);
    }

    /** Folder for the reports of all tasks, each in a folder of its own; by default {@code build/oraculum}. */
    public Object getReports() {
        return own("reports");
    }

    public void setReports(Object value) {
        values.put("reports", value);
    }
}
