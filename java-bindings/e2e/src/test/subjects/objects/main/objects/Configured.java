package objects;

/** Static configuration. */
public class Configured {
    public static class Limits {
        private int most;

        public void setMost(int most) {
            this.most = most;
        }
    }

    private static Limits limits;
    public static boolean strict;

    public static void configure(Limits limits) {
        Configured.limits = limits;
    }

    public boolean target() {
        if (!strict) {
            return false;
        }
        return limits.most == 4;
    }
}
