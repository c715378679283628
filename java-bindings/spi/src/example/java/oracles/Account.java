package oracles;

/** What the example makes tests and oracles for. */
public final class Account {
    int balance;
    int refusals;

    public Account(int balance) {
        this.balance = balance;
    }

    public int balance() {
        return balance;
    }

    public int refusals() {
        return refusals;
    }

    public boolean withdraw(int amount) {
        if (amount <= 0) {
            refusals++;
            return false;
        }
        if (amount > balance) {
            refusals++;
            return false;
        }
        balance -= amount;
        return true;
    }
}
