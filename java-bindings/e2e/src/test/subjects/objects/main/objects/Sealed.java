package objects;

/** A field that nothing writes: no test can reach the branch. */
public class Sealed {
    public static class Vault {
        private int gold;
        private int locked = 1;

        public int getGold() {
            return gold;
        }

        public boolean isLocked() {
            return locked == 1;
        }
    }

    public boolean target(Vault vault) {
        return vault.getGold() == 7;
    }

    public boolean locked(Vault vault) {
        return !vault.isLocked();
    }
}
