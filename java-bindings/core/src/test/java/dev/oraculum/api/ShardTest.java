package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
    private static final List<String> METHODS = List.of("A#a", "A#b", "B#a", "C#a", "C#b", "D#a");

    private static List<String> of(int number, int of) {
        return new Shard(number, of).select(METHODS, method -> method.substring(0, 1));
    }

    @Test
    void whatBelongsToAClassStaysTogether() {
        assertEquals(List.of("A#a", "A#b", "C#a", "C#b"), of(1, 2));
        assertEquals(List.of("B#a", "D#a"), of(2, 2));
        assertEquals(List.of(), of(5, 5));
    }

    @Test
    void theShardsOfARunHaveAllOfItOnce() {
        for (int shards = 1; shards < 6; shards++) {
            int all = shards;
            List<String> together = new ArrayList<>(IntStream.rangeClosed(1, all).mapToObj(number -> of(number, all))
                    .flatMap(List::stream).toList());
            together.sort(null);
            assertEquals(METHODS, together);
        }
    }

    @Test
    void aShardIsReadAsItIsWritten() {
        assertEquals(new Shard(2, 8), Shard.parse("2/8"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "0/2", "3/2", "-1/2", "1/0", "1 /2", "1/2/3", "9999999/9999999"})
    void otherTextsAreRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Shard.parse(text));
    }
}
