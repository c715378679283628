package shop;

import static org.junit.jupiter.api.Assertions.fail;

import dev.oraculum.junit.OracleCheck;
import org.junit.jupiter.api.Test;

/** Only one of its tests is checked. */
class MethodTest {
    @Test
    @OracleCheck("oracle/oracle.json")
    void checked() {
        Basket.percent(3);
    }

    @Test
    void unchecked() {
        Basket.percent(7);
        if (Boolean.getBoolean("shop.fail")) {
            fail("as asked");
        }
    }

    @Test
    @OracleCheck("oracle/oracle.json")
    void failing() {
        Basket.percent(4);
        if (Boolean.getBoolean("shop.fail")) {
            fail("as asked");
        }
    }
}
