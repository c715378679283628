package dev.oraculum.job;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What jobs have left in a folder of reports, as far as a page shows it. */
public final class Results {
    /** What select leaves for check. */
    private static final String ORACLE = "oracle.json";

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
            File[] files = new File(reports, job.word()).listFiles(
                    (folder, name) -> name.endsWith(".json") && !name.equals(ORACLE));
            List<File> sorted = new ArrayList<>(Arrays.asList(files == null ? new File[0] : files));
            Collections.sort(sorted);
            sorted.forEach(file -> results.put(prefix + file.getName(), file));
        }
        return results;
    }
}
