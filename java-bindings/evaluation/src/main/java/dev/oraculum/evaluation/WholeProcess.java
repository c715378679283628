package dev.oraculum.evaluation;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** What {@code oraculum infer --dtrace} costs as a whole process, its JVM included, on traces of the shapes that Daikon was timed on. */
final class WholeProcess {
    private static final int RUNS = 5;

    /**
     * A shape of traces.
     *
     * @param daikon what was recorded of Daikon 5.8, on another machine; empty: nothing
     */
    private record Shape(int variables, int samples, boolean packed, String daikon) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape(20, 1_000, false, ""),
            new Shape(20, 10_000, false, "1.8 s elapsed"),
            new Shape(80, 10_000, false, "6.0 s elapsed"),
            new Shape(40, 100_000, false, "23.9 s CPU, 7.7 s elapsed, 1.17 GB"),
            new Shape(40, 100_000, true, ""));

    /** Of one run: seconds elapsed, seconds of CPU, and bytes of memory. */
    private record Cost(double elapsed, double cpu, double bytes) {}

    private WholeProcess() {}

    /** Adds a table to the page. */
    static void speed(StringBuilder page, Path checkout) throws IOException {
        page.append(String.format(
                Locale.ROOT,
                """

            ## Speed

            `/usr/bin/time -f '%%e %%U %%S %%M' build/dist/bin/oraculum infer --dtrace FILE --format daikon` as a whole process, from the
            start of its JVM to its end: the smallest and the median of %d runs, %d processors, load average %.1f. CPU is user and system
            time, of all threads; memory is the median of the greatest resident set. The figures of Daikon are recorded ones, of traces of
            the same shape on another machine; it was not run again here, so that ratios would be of two machines.

            """,
                RUNS, Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        page.append("| variables | samples | MB | CPU s, least | median | elapsed s, least | median | memory MB | Daikon 5.8, recorded,"
                + " not rerun |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for (Shape shape : SHAPES) {
            Path trace = Files.createTempFile("invariants", shape.packed ? ".dtrace.gz" : ".dtrace");
            try {
                write(trace, shape);
                List<Cost> costs = new ArrayList<>();
                for (int run = 0; run < RUNS; run++) {
                    costs.add(cost(checkout, trace));
                }
                double[] cpu = costs.stream().mapToDouble(Cost::cpu).sorted().toArray();
                double[] elapsed = costs.stream().mapToDouble(Cost::elapsed).sorted().toArray();
                double[] bytes = costs.stream().mapToDouble(Cost::bytes).sorted().toArray();
                page.append(String.format(
                        Locale.ROOT, "| %d | %d | %.1f%s | %.2f | %.2f | %.2f | %.2f | %.0f | %s |%n", shape.variables, shape.samples,
                        Files.size(trace) / 1e6, shape.packed ? " packed" : "", cpu[0], cpu[RUNS / 2], elapsed[0], elapsed[RUNS / 2],
                        bytes[RUNS / 2] / 1e6, shape.daikon));
            } finally {
                Files.delete(trace);
            }
        }
    }

    private static Cost cost(Path checkout, Path trace) throws IOException {
        Path measured = Files.createTempFile("cost", ".txt");
        try {
            Process process = new ProcessBuilder(
                    "/usr/bin/time", "-o", measured.toString(), "-f", "%e %U %S %M", checkout.resolve("build/dist/bin/oraculum").toString(),
                    "infer", "--dtrace", trace.toString(), "--format", "daikon")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            if (process.waitFor() != 0) {
                throw new IOException("infer ended with " + process.exitValue());
            }
            double[] figures = Arrays.stream(Files.readString(measured).strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
            return new Cost(figures[0], figures[1] + figures[2], figures[3] * 1024);
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            Files.delete(measured);
        }
    }

    /** As in benches/invariants.rs: related variables among random ones. */
    private static void write(Path file, Shape shape) throws IOException {
        Random random = new Random(1);
        List<Long> values = new ArrayList<>();
        try (OutputStream bytes = Files.newOutputStream(file);
                OutputStream stream = shape.packed ? new GZIPOutputStream(bytes) : bytes;
                BufferedWriter out = new BufferedWriter(new java.io.OutputStreamWriter(stream, java.nio.charset.StandardCharsets.UTF_8))) {
            out.write("decl-version 2.0\nvar-comparability none\n\nppt C.m():::ENTER\nppt-type enter\n");
            for (int v = 0; v < shape.variables; v++) {
                values.add(0L);
                out.write("variable v" + v + "\n  var-kind variable\n  dec-type int\n  rep-type int\n");
            }
            for (int sample = 0; sample < shape.samples; sample++) {
                out.write("\nC.m():::ENTER\nthis_invocation_nonce\n" + sample + "\n");
                for (int v = 0; v < shape.variables; v++) {
                    values.set(v, value(v, values, random));
                    out.write("v" + v + "\n" + values.get(v) + "\n1\n");
                }
            }
        }
    }

    private static long value(int v, List<Long> values, Random random) {
        return switch (v % 8) {
            case 1 -> values.get(v - 1) + random.nextInt(3);
            case 2 -> 2 * values.get(v - 2) + 3;
            case 3 -> 4L * random.nextInt(10);
            case 4 -> 7;
            case 5 -> values.get(v - 5);
            case 6 -> Math.min(values.get(v - 6), values.get(v - 3));
            case 7 -> values.get(v - 7) + values.get(v - 4);
            default -> random.nextInt(1000);
        };
    }
}
