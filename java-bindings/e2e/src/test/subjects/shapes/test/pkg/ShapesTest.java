package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShapesTest {
    @Test
    void aSquareHasAnArea() {
        assertEquals(9, Shapes.ofSquare(3));
    }

    @Test
    void aLineHasALength() {
        assertEquals(3, Shapes.lengthOf(3));
    }
}
