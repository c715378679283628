package dev.oraculum.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The driver, for {@code spark-submit}. Its exit codes are those of the command line: 2, the command is wrong; 3, something failed that is
 * not its fault.
 */
public final class Main {
    /** More than there are classes: the shard has none of them, and says how many there are. */
    private static final int NO_CLASS = 999_999;
    static final int WRONG = 2;
    private static final int FAILED = 3;

    private final Options options;

    private Main(Options options) {
        this.options = options;
    }

    /** @param arguments as {@link Options#USAGE} says */
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), Path.of("").toAbsolutePath()));
    }

    static int run(List<String> arguments, Path folder) throws InterruptedException {
        try {
            return new Main(Options.parse(arguments, folder)).run();
        } catch (UsageException e) {
            System.err.println("oraculum-spark: " + e.getMessage());
            return WRONG;
        } catch (IOException e) {
            System.err.println("oraculum-spark: " + e);
            return FAILED;
        }
    }

    private int run() throws IOException, InterruptedException, UsageException {
        if (!Files.isRegularFile(Path.of(options.oraculum()))) {
            System.err.println("oraculum-spark: there is no file " + options.oraculum() + "; `make jar` makes oraculum.jar");
            return WRONG;
        }
        Files.createDirectories(Path.of(options.results()));
        Path about = Path.of(options.results()).resolve("." + ProcessHandle.current().pid() + ".tmp");
        Results results;
        try {
            List<String> ask = new ArrayList<>(options.command());
            ask.addAll(List.of("--shard", NO_CLASS + "/" + NO_CLASS, "--json", about.toString()));
            CommandLine.End end = CommandLine.run(options.oraculum(), options.folder(), ask);
            if (!Files.isRegularFile(about)) {
                // It has said why.
                return Math.max(1, end.status());
            }
            ShardHeader run = ShardHeader.read(about);
            results = new Results(options.results(), run.run(), run.classes());
        } finally {
            Files.deleteIfExists(about);
        }
        if (options.tests().isPresent()) {
            results.claim(options.tests().get(), options.isForced());
        }
        List<Integer> missing = results.missing();
        System.err.println("oraculum-spark: " + results.of() + " classes, " + (results.of() - missing.size())
                + " of them done before; results in " + results.ofRun());
        int status = missing.isEmpty() ? 0 : spread(results, missing);
        return status == 0 ? merge(results) : status;
    }

    private int spread(Results results, List<Integer> missing) {
        List<ShardTask.Done> done;
        try (JavaSparkContext context = new JavaSparkContext(new SparkConf().setIfMissing("spark.app.name", "Oraculum"))) {
            done = context.parallelize(missing, missing.size()).map(new ShardTask(options, results)).collect();
        } catch (Exception e) {
            // Spark's are checked, and its methods do not say so.
            System.err.println("oraculum-spark: Spark gave up; submitted again, the run goes on with what is missing: " + e.getMessage());
            return FAILED;
        }
        int status = 0;
        for (ShardTask.Done one : done) {
            if (one.status() != 0) {
                System.err.println("oraculum-spark: shard " + one.shard() + "/" + results.of() + " has no result, status " + one.status()
                        + ":\n" + one.why());
                status = one.status() > CommandLine.SIGNALS ? FAILED : one.status();
            }
        }
        return status;
    }

    private int merge(Results results) throws IOException, InterruptedException {
        List<String> merge = new ArrayList<>(List.of("merge", "--json", options.json()));
        results.all().forEach(shard -> merge.add(results.of(shard).toString()));
        return CommandLine.run(options.oraculum(), options.folder(), merge).status();
    }
}
