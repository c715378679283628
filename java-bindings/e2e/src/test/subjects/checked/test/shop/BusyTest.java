package shop;

import dev.oraculum.junit.ImproveAssertions;
import org.junit.jupiter.api.RepeatedTest;

/** Not checked; runs beside the others where tests run at the same time. */
@ImproveAssertions(Basket.class)
class BusyTest {
    @RepeatedTest(4)
    void busy() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            Basket.percent(i);
            Thread.sleep(0, 100_000);
        }
    }
}
