package conditions;

/** After the example of TARDIS: two arrays, one of which its constructor keeps from being negative. */
public class Sample {
    private final int[] a = new int[5];
    private final int[] b = new int[6];

    public Sample(int a0, int a1, int a2, int a3, int a4, int b0, int b1, int b2, int b3, int b4, int b5) {
        int[] all = {a0, a1, a2, a3, a4, b0, b1, b2, b3, b4, b5};
        for (int i = 0; i < all.length; i++) {
            if (i < a.length) {
                a[i] = all[i];
            } else {
                if (all[i] < 0) {
                    throw new IllegalArgumentException();
                }
                b[i - a.length] = all[i];
            }
        }
    }

    public String run() {
        boolean flag = true;
        int k = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] * 31 + 17 == 31 * (i + 1) * 1_000 + 17) {
                for (int j = 0; j < b.length; j++) {
                    if (b[j] < 0) {
                        k = 1;
                    }
                }
            } else {
                flag = false;
            }
        }
        if (k != 0) {
            return "never";
        }
        return flag ? "yes" : "no";
    }
}
