package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** As a generator makes tests: what the program does is taken for right. The last assertion of the second test is wrong. */
class AccountGenerated {
    @Test
    void one() {
        Account account = new Account();
        account.deposit(5);
        assertEquals(5, account.balance());
        account.deposit(3);
        assertEquals(8, account.balance());
    }

    @Test
    void two() {
        Account account = new Account();
        assertEquals(0, account.balance());
        assertEquals(-100, account.deposit(-100));
    }
}
