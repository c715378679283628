package dev.oraculum.evaluation.selection;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Which oracle data detect which mutants: those whose sequence of values in some test differs from the original's. What differs between
 * two runs of the original detects nothing; assertions of the tests are not looked at.
 *
 * @param made by what: of another one, the file is made again
 * @param candidates how many data there are; the rest refers to their places
 * @param mutants how many there are in what the tests reach
 * @param drawn those of them that were run
 * @param tests what each of the tests that were run gave the data
 */
record DetectionMatrix(String made, int candidates, int mutants, List<Fault> drawn, List<Observation> tests) {

    /**
     * A mutant.
     *
     * @param id names it
     * @param line source line; 0: unknown
     * @param byState data that detect it by all that is looked at of a value: the bounded state of objects
     * @param byText data that detect it by the value's text, two levels of an object
     */
    record Fault(String className, String id, int line, List<Integer> byState, List<Integer> byText) {}

    /**
     * What a test of the original defined.
     *
     * @param definitions by datum: how often
     */
    record Observation(String test, Map<Integer, Long> definitions) {}

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Mutants that some datum detects, each as the set of these. */
    List<BitSet> detectable() {
        return sets(drawn.stream().map(Fault::byState).toList());
    }

    /** The same by texts alone. */
    List<BitSet> detectableByText() {
        return sets(drawn.stream().map(Fault::byText).toList());
    }

    private static List<BitSet> sets(Collection<List<Integer>> lists) {
        return lists.stream().filter(data -> !data.isEmpty()).map(data -> {
            BitSet set = new BitSet();
            data.forEach(set::set);
            return set;
        }).toList();
    }

    /** By datum: how many of the tests define it. */
    int[] definedBy() {
        int[] defined = new int[candidates];
        tests.forEach(test -> test.definitions.keySet().forEach(datum -> defined[datum]++));
        return defined;
    }

    /** @return null if there is no such file, or it was made by something else */
    static DetectionMatrix read(Path file, String made) throws IOException {
        DetectionMatrix found = Files.exists(file) ? MAPPER.readValue(file.toFile(), DetectionMatrix.class) : null;
        return found != null && found.made.equals(made) ? found : null;
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        MAPPER.writeValue(fresh.toFile(), this);
        Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
