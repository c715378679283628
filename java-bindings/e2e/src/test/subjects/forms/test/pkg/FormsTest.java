package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 7, 8, 12, 20, 33})
    void all(int n) {
        Forms<String> forms = new Forms<>("a", "b", "c");
        String[] words = new String[n];
        java.util.Arrays.fill(words, "w" + n);
        assertEquals(n, forms.lengthOf(words));
        assertNotNull(Boolean.valueOf(Forms.has(new HashSet<>(Set.of(n, n + 1, 2 * n + 2)), n * (n % 2))));
        Forms.greatest(Map.of("a", n, "b", 2 * n - 7, "c", 5));
        Forms.ascending(n);
        Forms.pair(n, 3 * n - 4);
        Forms.record(n, 7 - n, n % 3);
        Forms.java(n, 2 * n, n - 4);
        Forms.larger("x" + n, "y" + n % 4);
        Forms.wild(List.of(n, n + 2), new ArrayList<>(List.of(n)));
        Forms.narrow((byte) n, (short) (n - 3), (char) ('a' + n), 10L * n);
        Forms.boxes(n, n % 2 == 0 ? n : n + 1);
        forms.nested(n);
        Forms.varargs(words);
        Forms<String>.Cursor cursor = forms.new Cursor();
        cursor.move(n % 3);
        cursor.move(n);
        Forms.Level.HIGH.area(n);
        Forms.Level.LOW.area(n + 1);
    }
}
