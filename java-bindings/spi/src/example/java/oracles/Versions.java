package oracles;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code Account.withdraw} as it is, and with one change each: what a mutation tool would make. */
final class Versions {
    /** A version of the method. */
    interface Withdraw {
        boolean on(Account account, int amount);
    }

    private Versions() {}

    static final Withdraw ORIGINAL = Account::withdraw;

    /** Somebody forgot what the balance is for. */
    static final Withdraw FAULTY = (account, amount) -> {
        if (amount <= 0) {
            account.refusals++;
            return false;
        }
        account.balance -= amount;
        return true;
    };

    static Map<String, Withdraw> mutants() {
        Map<String, Withdraw> mutants = new LinkedHashMap<>();
        mutants.put("amount <= 0 to < 0", version(0, 0, 1));
        mutants.put("amount > balance to >=", (account, amount) -> {
            if (amount <= 0 || amount >= account.balance) {
                account.refusals++;
                return false;
            }
            account.balance -= amount;
            return true;
        });
        mutants.put("refusals++ to --", version(1, -1, 1));
        mutants.put("balance -= to +=", version(1, 1, -1));
        mutants.put("balance is left", version(1, 1, 0));
        mutants.put("returns false", (account, amount) -> account.withdraw(amount) && false);
        mutants.put("returns true", (account, amount) -> account.withdraw(amount) || true);
        return mutants;
    }

    private static Withdraw version(int least, int counted, int taken) {
        return (account, amount) -> {
            if (amount < least || amount > account.balance) {
                account.refusals += least == 0 ? 1 : counted;
                return false;
            }
            account.balance -= taken * amount;
            return true;
        };
    }
}
