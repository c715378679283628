package dev.oraculum.job;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What jobs have left in a folder of reports, as far as a page shows it. */
public final class Results {
    /** What select leaves for check. */
    private static final String ORACLE = "oracle.json";
    private static final String JSON = ".json";

    /** Folder of what shards are together, beside those of the jobs. */
    public static final String MERGED = "merge";

    /** Where results are in a folder of reports, as patterns of build tools. */
    public static final List<String> FILES = Collections.unmodifiableList(
            Stream.concat(Arrays.stream(Job.values()).map(Job::word), Stream.of(MERGED)).map(folder -> folder + "/*" + JSON)
                    .collect(Collectors.toList()));
    /** What there is beside them. */
    public static final List<String> NO_RESULTS = Collections.singletonList("*/" + ORACLE);

    private Results() {}

    /**
     * Results as JSON.
     *
     * @param prefix of their names
     * @return by the names that the page has for them, in its order
     */
    public static Map<String, File> of(File reports, String prefix) {
        Map<String, File> results = new LinkedHashMap<>();
        // In the order of the page; each job has its own folder.
        for (Job job : Job.values()) {
            json(new File(reports, job.word())).forEach(file -> results.put(prefix + file.getName(), file));
        }
        json(new File(reports, MERGED)).forEach(file -> results.put(prefix + file.getName(), file));
        return results;
    }

    /** Where what shards are together is written. */
    public static File merged(File reports) {
        return new File(new File(reports, MERGED), "merged" + JSON);
    }

    /**
     * Results of shards.
     *
     * @param places files, or folders with them, at any depth
     * @return in order of their paths below each place
     * @throws JobException a place does not exist, or there are none
     */
    public static List<File> ofShards(Collection<File> places) {
        List<File> results = new ArrayList<>();
        for (File place : places) {
            if (!place.exists()) {
                throw JobException.input("oraculum: shards: " + place + " does not exist: name the files, or the folders with them, that"
                        + " improve or generate wrote with shard");
            }
            addShards(place, results);
        }
        if (results.isEmpty()) {
            throw JobException.input("oraculum: shards is empty: name the files, or the folders with them, that improve or generate wrote"
                    + " with shard");
        }
        return results;
    }

    private static void addShards(File place, List<File> results) {
        if (!place.isDirectory()) {
            results.add(place);
            return;
        }
        results.addAll(json(place));
        File[] folders = place.listFiles(File::isDirectory);
        List<File> sorted = new ArrayList<>(Arrays.asList(folders == null ? new File[0] : folders));
        Collections.sort(sorted);
        sorted.forEach(folder -> addShards(folder, results));
    }

    /** Results in a folder itself, sorted; none where it does not exist. */
    private static List<File> json(File folder) {
        File[] files = folder.listFiles((parent, name) -> name.endsWith(JSON) && !name.equals(ORACLE));
        List<File> sorted = new ArrayList<>(Arrays.asList(files == null ? new File[0] : files));
        Collections.sort(sorted);
        return sorted;
    }
}
