package dev.oraculum.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.evaluation.selection.SelectLibrary.Set;
import dev.oraculum.execution.CannotRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * How many faults selected oracle data detect (SODS, section 4): docs/results/select-effectiveness.md and .svg.
 *
 * <p>Arguments: the checkout; {@code --second}: the libraries that were kept until the default was chosen, too; words of which one must
 * occur in a library's name (then the page goes to standard output). What tests give to data on mutants is kept in
 * {@code java-bindings/evaluation/target/select-effectiveness}, a file a library, so that a second run takes seconds.
 */
public final class SelectEffectiveness {
    private static final int DRAWN = 160;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SelectEffectiveness() {}

    /** Exit code 0 iff every library could be run and the default reaches its aims on those that it was not chosen without. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        boolean second = words.remove("--second");
        List<Outcome> outcomes = new ArrayList<>();
        Map<String, String> failed = new LinkedHashMap<>();
        for (SelectLibrary library : SelectLibrary.all()) {
            boolean named = words.isEmpty() || words.stream().anyMatch(library.name()::contains);
            if (named && (second || library.set() != Set.SECOND)) {
                System.err.println("select effectiveness " + library.name());
                try {
                    outcomes.add(run(checkout, library));
                } catch (CannotRunException e) {
                    // The others' figures are worth having; the page says that one is missing.
                    failed.put(library.name(), e.getMessage());
                }
            }
        }
        if (outcomes.isEmpty()) {
            throw new IllegalStateException("no library could be run: " + failed);
        }
        EffectivenessPage page = new EffectivenessPage(outcomes, failed);
        if (words.isEmpty()) {
            Files.writeString(checkout.resolve("docs/results/select-effectiveness.md"), page.text());
            Files.writeString(checkout.resolve("docs/results/select-effectiveness.svg"), page.plot());
            System.err.println("wrote docs/results/select-effectiveness.md and .svg");
        } else {
            System.out.print(page.text());
        }
        System.exit(failed.isEmpty() && page.reached() ? 0 : 1);
    }

    /**
     * What approaches took, kept for the page to be put together again.
     *
     * @param engine the engine that took it, by its bytes
     * @param matrix what the matrix was made by
     */
    private record KeptOrders(String engine, String matrix, Map<String, List<List<Integer>>> orders) {}

    private static String engine(Path checkout) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(checkout.resolve("build/dist/native").resolve(System.mapLibraryName("oraculum"))));
        return Long.toHexString(crc.getValue()) + " " + Approaches.grid().size();
    }

    private static Outcome run(Path checkout, SelectLibrary library) throws IOException, InterruptedException {
        SelectLibrary.Files files = library.files(checkout);
        try (Approaches approaches = new Approaches(files)) {
            DetectionMatrix matrix = MatrixRun.of(checkout, library, files, approaches.data(), DRAWN);
            Path file = checkout.resolve("java-bindings/evaluation/target/select-effectiveness").resolve(library.name() + ".orders.json");
            KeptOrders known = Files.exists(file) ? MAPPER.readValue(file.toFile(), KeptOrders.class) : null;
            String engine = engine(checkout);
            if (known == null || !known.engine.equals(engine) || !known.matrix.equals(matrix.made())) {
                known = new KeptOrders(engine, matrix.made(), approaches.orders(matrix));
                MAPPER.writeValue(file.toFile(), known);
            }
            return Outcome.of(library, matrix, new LinkedHashMap<>(known.orders));
        }
    }
}
