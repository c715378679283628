package dev.oraculum.junitagent;

import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.recording.DataRecords;
import dev.oraculum.recording.LocatedData;
import dev.oraculum.recording.OracleComparison;
import dev.oraculum.runtime.DataPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** An oracle, and where its data are in the code that a class loader has. */
final class OpenOracle {
    private static final Map<Key, OpenOracle> OPEN = new HashMap<>();

    private final Path file;
    private final Oracle oracle;
    private final LocatedData located;
    private final OracleComparison comparison;
    private final Map<String, Oracle.TestValues> tests = new HashMap<>();
    /** What was not woven of the classes of the plan. */
    private final Set<String> notWoven = new TreeSet<>();

    /** A file that is written anew is another oracle. */
    private record Key(Path file, FileTime modified, ClassLoader loader) {}

    private OpenOracle(Path file, Oracle oracle, LocatedData located) {
        this.file = file;
        this.oracle = oracle;
        this.located = located;
        comparison = new OracleComparison(oracle, located.gone().keySet());
        oracle.tests().forEach(test -> tests.put(withoutSuite(test.id()), test));
    }

    /** @throws IllegalArgumentException it is no oracle */
    static OpenOracle of(Path file, ClassLoader loader) {
        Path absolute = file.toAbsolutePath().normalize();
        Key key = new Key(absolute, modified(absolute), loader);
        OpenOracle open = OPEN.get(key);
        if (open == null) {
            Oracle oracle = Oracle.read(absolute);
            open = new OpenOracle(file, oracle, LocatedData.of(oracle, name -> classFile(loader, name)));
            OPEN.put(key, open);
        }
        return open;
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            // Reading it says what is wrong.
            return FileTime.fromMillis(0);
        }
    }

    private static Optional<byte[]> classFile(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new IllegalArgumentException("the class file of " + name.replace('/', '.') + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A suite runs the same tests below an id of its own. */
    private static String withoutSuite(String id) {
        return id.substring(Math.max(0, id.lastIndexOf("[engine:")));
    }

    DataPlan plan() {
        return located.plan();
    }

    boolean hasTestsOf(String className) {
        return oracle.tests().stream()
                .anyMatch(test -> test.className().equals(className) || test.className().startsWith(className + "$"));
    }

    /** Keeps what the agent says of classes of the plan. */
    void note(List<String> notices) {
        Set<String> planned = located.plan().methods().stream().map(method -> method.className().replace('/', '.'))
                .collect(Collectors.toSet());
        for (String notice : notices) {
            String words = notice.replace('/', '.');
            if (planned.stream().anyMatch(name -> words.startsWith(name + ".") || words.startsWith(name + " "))) {
                notWoven.add(notice);
            }
        }
    }

    Verdict verdict(String id, List<ByteBuffer> records, String fault, boolean allowGone) {
        Oracle.TestValues test = tests.get(withoutSuite(id));
        if (test == null) {
            return Verdict.unknown("the oracle " + this + " has no values of it: record the oracle again, so that it has them");
        }
        if (!fault.isEmpty()) {
            return Verdict.unchecked("its values could not be recorded: " + fault);
        }
        if (!notWoven.isEmpty()) {
            return Verdict.unchecked("the oracle's data cannot be recorded: " + String.join("; ", notWoven));
        }
        OracleComparison.Compared compared = comparison.compare(test, DataRecords.decode(records), Optional.empty());
        if (!compared.mismatches().isEmpty()) {
            return Verdict.violated(this, compared.mismatches());
        }
        List<String> gone = allowGone ? List.of() : gone(test);
        if (!gone.isEmpty()) {
            return Verdict.unchecked("this version does not have all that the oracle " + this + " was recorded with:\ngone      "
                    + String.join("\ngone      ", gone) + "\nif that is meant, record a new oracle, or say allowGone = true");
        }
        return Verdict.AGREES;
    }

    /** What the test gave values, and this version does not have. */
    private List<String> gone(Oracle.TestValues test) {
        List<String> gone = new ArrayList<>();
        for (Oracle.Values values : test.values()) {
            String reason = located.gone().get(values.datum());
            if (reason != null) {
                OracleDatum datum = oracle.data().get(values.datum());
                gone.add(datum.variable() + " at " + datum.place() + ": " + reason);
            }
        }
        return gone;
    }

    /** The file, as the test names it. */
    @Override
    public String toString() {
        return file.toString();
    }
}
