package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AccountTest {
    private static Account of(int limit, int balance) {
        Account account = new Account(limit);
        account.deposit(balance);
        return account;
    }

    @Test
    void depositAdds() {
        Account account = new Account(0);
        account.deposit(50);
        assertEquals(50, account.balance());
        account.deposit(25);
        assertEquals(75, account.balance());
        account.deposit(1);
        assertEquals(76, account.balance());
    }

    @Test
    void depositOnAnOverdrawnAccount() {
        Account account = of(100, 10);
        assertTrue(account.withdraw(60));
        account.deposit(20);
        assertEquals(-30, account.balance());
        account.deposit(30);
        assertEquals(0, account.balance());
    }

    @Test
    void depositAfterARefusal() {
        Account account = of(5, 8);
        assertFalse(account.withdraw(90));
        account.deposit(7);
        assertEquals(15, account.balance());
        assertEquals(1, account.refusals());
    }

    @Test
    void depositOfNothing() {
        assertThrows(IllegalArgumentException.class, () -> new Account(3).deposit(0));
        assertThrows(IllegalArgumentException.class, () -> new Account(3).deposit(-5));
    }

    @Test
    void withdrawTakesOff() {
        Account account = of(0, 80);
        assertTrue(account.withdraw(30));
        assertEquals(50, account.balance());
        assertTrue(account.withdraw(50));
        assertEquals(0, account.balance());
        assertEquals(0, account.refusals());
    }

    @Test
    void withdrawUpToTheLimit() {
        Account account = of(20, 10);
        assertTrue(account.withdraw(25));
        assertEquals(-15, account.balance());
        assertTrue(account.withdraw(5));
        assertEquals(-20, account.balance());
        assertFalse(account.withdraw(1));
        assertEquals(-20, account.balance());
    }

    @Test
    void withdrawTooMuch() {
        Account account = of(10, 40);
        assertFalse(account.withdraw(51));
        assertFalse(account.withdraw(1000));
        assertEquals(40, account.balance());
        assertEquals(2, account.refusals());
        assertTrue(account.withdraw(12));
        assertEquals(28, account.balance());
    }

    @Test
    void withdrawFromAnEmptyAccount() {
        assertFalse(new Account(0).withdraw(3));
        assertTrue(new Account(9).withdraw(9));
    }

    @Test
    void aNegativeLimit() {
        assertThrows(IllegalArgumentException.class, () -> new Account(-1));
    }
}
