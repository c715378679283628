package dev.oraculum.subjects.specified;

/** Money that may be overdrawn up to a limit. */
public class Account {
    private final int limit;
    private int balance;
    private int refusals;

    /** An empty account; IllegalArgumentException of a negative limit. @param limit what the balance may be below zero */
    public Account(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit " + limit);
        }
        this.limit = limit;
    }

    /** What is on it. */
    public int balance() {
        return balance;
    }

    /** How many withdrawals were refused. */
    public int refusals() {
        return refusals;
    }

    /** Puts an amount on it; IllegalArgumentException of one that is not positive, ArithmeticException if it is too much. */
    public void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
        balance = Math.addExact(balance, amount);
    }

    /** Takes an amount off; false, and counted, if the limit does not allow it; IllegalArgumentException of one that is not positive. */
    public boolean withdraw(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
        if ((long) balance - amount < -limit) {
            refusals++;
            return false;
        }
        balance -= amount;
        return true;
    }
}
