package sample;

/** Takes payments. That it takes negative ones is a fault. */
public final class Account {
    private int balance;
    private int payments;

    public int deposit(int amount) {
        balance += amount;
        payments++;
        return balance;
    }

    public int balance() {
        return balance;
    }

    public int payments() {
        return payments;
    }

    public static int larger(int a, int b) {
        return a > b ? a : b;
    }
}
