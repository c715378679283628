package objects;

/** A branch of a private method: a test gets there by a method that it can call. */
public class Hidden {
    public static class Account {
        private int balance;

        public void deposit(int amount) {
            balance += amount;
        }
    }

    public boolean target(Account account, boolean open) {
        if (!open) {
            return false;
        }
        return isRich(account);
    }

    private static boolean isRich(Account account) {
        return account.balance == 9;
    }
}
