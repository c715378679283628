package util;

public class Abs {
    public int of(int number) {
        return number < 0 ? -number : number;
    }

    /** Its tests would have the file of {@link AbsOf}. */
    public static class Of {
        public int zero() {
            return 0;
        }
    }
}
