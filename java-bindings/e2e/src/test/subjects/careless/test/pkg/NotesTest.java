package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 11})
    void pagesHaveAPrice(int pages) throws Exception {
        assertEquals(pages + pages + pages, Notes.price(pages));
    }
}
