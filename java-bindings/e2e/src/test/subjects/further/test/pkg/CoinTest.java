package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CoinTest {
    @Test
    void twice() {
        assertEquals(10, Coin.of(5).twice());
        assertEquals(0, Coin.of(-5).twice());
    }
}
