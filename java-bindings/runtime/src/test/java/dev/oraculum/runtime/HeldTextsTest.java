package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeldTextsTest {
    static List<Object> containers() {
        List<String> texts = List.of("ab", "cd", "ef", "gh", "ij", "kl");
        Map<String, Integer> map = texts.stream().collect(Collectors.toMap(text -> text, String::length));
        return List.of(
                new HashMap<>(map), new TreeMap<>(map), new ConcurrentHashMap<>(map), Map.copyOf(map), new HashSet<>(texts),
                new TreeSet<>(texts), Set.copyOf(texts), new ArrayList<>(texts), texts, Arrays.asList(texts.toArray()),
                Collections.unmodifiableMap(new TreeMap<>(map)), Collections.unmodifiableSortedSet(new TreeSet<>(texts)),
                Collections.unmodifiableList(Collections.unmodifiableList(new ArrayList<>(texts))));
    }

    @ParameterizedTest
    @MethodSource("containers")
    void theTextsBehindOneAreNearInAnyContainer(Object container) {
        assertEquals(List.of("cd", "ef", "gh", "ij"), HeldTexts.near(container, "c"));
        assertEquals(List.of("ef", "gh", "ij", "kl"), HeldTexts.near(container, "cd"));
        assertEquals(List.of("kl", "ab", "cd", "ef"), HeldTexts.near(container, "k"));
        assertEquals(List.of("ab", "cd", "ef", "gh"), HeldTexts.near(container, "z"));
    }

    /** Code under test would run if it were asked. */
    private static final class OfTheProgram extends AbstractMap<String, Integer> {
        @Override
        public Set<Entry<String, Integer>> entrySet() {
            throw new AssertionError("asked");
        }
    }

    @Test
    void whatIsNoContainerOfTextsIsNotAsked() {
        List<Object> mixed = new ArrayList<>(List.of("text", 1));
        Map<Object, Integer> byIdentity = new IdentityHashMap<>(Map.of("text", 1));
        for (Object other : Arrays.asList(
                null, "text", new Object(), mixed, byIdentity, new OfTheProgram(), Collections.unmodifiableMap(new OfTheProgram()),
                System.getProperties(), System.getenv(), List.of(), new HashMap<>())) {
            assertEquals(List.of(), HeldTexts.near(other, "t"));
        }
    }

    @Test
    void ofManyTextsTheFirstAreLookedAtUnlessTheirOrderDiffersFromJvmToJvm() {
        List<String> many = IntStream.range(0, 1000).mapToObj(i -> String.format("%03d", i)).toList();
        assertEquals(List.of("255", "000", "001", "002"), HeldTexts.near(new ArrayList<>(many), "254"));
        assertEquals(List.of(), HeldTexts.near(Set.copyOf(many), "254"));
    }
}
