package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AccountTest {
    @Test
    void deposits() {
        Account account = new Account(1);
        account.deposit(2);
        assertEquals(3, account.getBalance());
    }
}
