package dev.oraculum.runner;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The jobs by the names that plugins have for them. */
final class Jobs {
    /** A job: reads what is asked for, runs it, writes reports, and says how it ended. */
    private interface Job {
        void run(Ask ask, End end, Said said);
    }

    private static final Map<String, Job> BY_NAME = Map.of(
            "improve", ImproveRun::run,
            "infer", InferRun::run,
            "rank", RankRun::run,
            "select", SelectRun::run,
            "check", CheckRun::run,
            "generate", GenerateRun::run,
            "merge", MergeRun::run,
            "report", ReportRun::run);

    private Jobs() {}

    static void run(Ask ask, End end, Said said) {
        Job job = BY_NAME.get(ask.text("job"));
        if (job == null) {
            throw new IllegalStateException("there is no job " + ask.text("job"));
        }
        job.run(ask, end, said);
    }

    /** Writes a file of the reports, and makes the folders that it needs. */
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
