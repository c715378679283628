package dev.oraculum.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parts the evidence of a method into what an assertion is learnt from and what it is judged by (docs/formats.md, "States as JSON lines"):
 * one half of the tests with the mutants of one group of mutators, against the other half with those of another group. A subject with fewer
 * than {@link #FEWEST_TESTS} tests is parted by call instead: its tests are loops over inputs, where others write a test for each.
 *
 * <p>What is learnt from knows nothing of what it is judged by. What it is judged by is cleaned with all that is known: a mutant's state
 * that equals a correct one of either half is no fault, and a mutant that behaves as one learnt from does, on all tests, is no new one.
 */
final class Holdout {
    /** Tests below which a half of them would be one or two. */
    static final int FEWEST_TESTS = 6;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What came of it.
     *
     * @param by {@code test} or {@code call}
     * @param groups tests or calls, by which the evidence was parted
     * @param learning of these, those that are learnt from
     * @param known mutants that were left out because they behave as one that is learnt from
     */
    record Parted(String by, int groups, int learning, int known) {}

    private record State(boolean correct, String test, String mutant, int pair, String values, String line) {
        String group(boolean byTest) {
            return byTest ? test : test + "#" + pair;
        }
    }

    private record States(String header, List<State> states) {
        /** What each mutant does, on all tests. */
        Map<String, Set<String>> behaviours() {
            Map<String, Set<String>> behaviours = new LinkedHashMap<>();
            for (State s : states) {
                if (!s.correct) {
                    behaviours.computeIfAbsent(s.mutant, m -> new HashSet<>()).add(s.test + "#" + s.pair + " " + s.values);
                }
            }
            return behaviours;
        }
    }

    private Holdout() {}

    /**
     * Parts two files of states of one method and the same tests.
     *
     * @param known states of the original and the mutants to learn from
     * @param other states of the original and the mutants to judge by
     * @param learn file to write
     * @param validate file to write
     */
    static Parted part(Path known, Path other, long seed, Path learn, Path validate) throws IOException {
        States learning = read(known);
        States judging = read(other);
        if (!learning.header.equals(judging.header)) {
            throw new IllegalStateException(known + " and " + other + " are not of the same variables");
        }
        Set<String> tests = new TreeSet<>();
        Set<String> calls = new TreeSet<>();
        learning.states.stream().filter(State::correct).forEach(s -> {
            tests.add(s.test);
            calls.add(s.group(false));
        });
        boolean byTest = tests.size() >= FEWEST_TESTS;
        List<String> groups = new ArrayList<>(byTest ? tests : calls);
        Collections.shuffle(groups, new Random(seed));
        Set<String> first = new HashSet<>(groups.subList(0, (groups.size() + 1) / 2));
        Set<String> second = new HashSet<>(groups.subList((groups.size() + 1) / 2, groups.size()));

        Set<String> correct = new HashSet<>();
        learning.states.stream().filter(State::correct).forEach(s -> correct.add(s.values));
        Set<Set<String>> seen = new HashSet<>(learning.behaviours().values());
        Set<String> again = new LinkedHashSet<>();
        judging.behaviours().forEach((mutant, behaviour) -> {
            if (seen.contains(behaviour)) {
                again.add(mutant);
            }
        });

        write(learn, learning.header, learning.states.stream().filter(s -> first.contains(s.group(byTest))).toList());
        write(validate, judging.header, judging.states.stream()
                .filter(s -> second.contains(s.group(byTest)))
                .filter(s -> s.correct || !correct.contains(s.values) && !again.contains(s.mutant))
                .toList());
        return new Parted(byTest ? "test" : "call", groups.size(), first.size(), again.size());
    }

    private static States read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<State> states = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            JsonNode state = JSON.readTree(line);
            states.add(new State(state.path("correct").asBoolean(), state.path("test").asText(), state.path("mutant").asText(null),
                    state.path("pair").asInt(),
                    state.path("values").toString(), line));
        }
        // Mutants without states are of no use here.
        ObjectNode header = (ObjectNode) JSON.readTree(lines.get(0));
        header.remove("mutants");
        return new States(JSON.writeValueAsString(header), states);
    }

    private static void write(Path file, String header, List<State> states) throws IOException {
        List<String> lines = new ArrayList<>(List.of(header));
        states.forEach(s -> lines.add(s.line));
        Files.write(file, lines);
    }
}
