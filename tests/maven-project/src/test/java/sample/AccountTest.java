package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AccountTest {
    @Test
    void depositsAddUp() {
        Account account = new Account();
        int sum = 0;
        for (int amount = 1; amount <= 20; amount++) {
            sum += amount * 7 % 23 + 1;
            assertEquals(sum, account.deposit(amount * 7 % 23 + 1));
        }
        assertEquals(20, account.payments());
    }

    @Test
    void aNewAccountIsEmpty() {
        assertEquals(0, new Account().balance());
        assertEquals(0, new Account().payments());
    }

    @Test
    void theLargerOfTwo() {
        int[] numbers = {0, 1, -1, 7, -7, 100, -100, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : numbers) {
            for (int b : numbers) {
                assertEquals(Math.max(a, b), Account.larger(a, b));
            }
        }
    }
}
