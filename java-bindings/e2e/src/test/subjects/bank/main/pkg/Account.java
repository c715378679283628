package pkg;

/** An account: fields that several methods write. */
public class Account {
    private int balance;

    public Account(int opening) {
        balance = opening;
    }

    public void deposit(int amount) {
        int newBalance = balance + amount;
        balance = newBalance;
    }

    public void withdraw(int amount) {
        int fee = Fees.of(amount);
        if (fee + amount <= balance) {
            balance = balance - amount - fee;
        }
    }

    public int getBalance() {
        return balance;
    }
}
