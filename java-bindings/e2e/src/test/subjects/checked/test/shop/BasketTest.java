package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.junit.OracleCheck;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OracleCheck("oracle/oracle.json")
class BasketTest {
    private final Basket basket = filled();

    /** Before any test starts, as JUnit has it. */
    private static Basket filled() {
        Basket basket = new Basket();
        basket.add(10);
        return basket;
    }

    @BeforeEach
    void more() {
        basket.add(60);
    }

    @AfterEach
    void look() {
        assertTrue(basket.total(0) > 0);
    }

    @Test
    void plain() {
        assertTrue(basket.total(1) > 0);
    }

    @Test
    @Disabled("the next one is none the worse for it")
    void disabled() {
        Basket.percent(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void parameterized(int rank) {
        assertTrue(basket.total(rank) > 0);
    }

    @RepeatedTest(2)
    void repeated() {
        assertTrue(Basket.percent(2) > 0);
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
        return Stream.of(1, 3).map(rank -> DynamicTest.dynamicTest("rank " + rank, () -> assertTrue(basket.total(rank) > 0)));
    }

    @Nested
    class Inner {
        @Test
        void nested() throws InterruptedException {
            Thread thread = new Thread(() -> basket.total(3));
            thread.start();
            thread.join();
        }
    }
}
