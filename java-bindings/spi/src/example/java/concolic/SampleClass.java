package concolic;

import dev.oraculum.spi.PathClause.Operator;

/**
 * The program under test: the sample class of the paper on TARDIS (Listing 1), reconstructed. That {@code b} has no negative element is an
 * invariant which only the constructor knows. A concolic engine instruments bytecode; here the branches are told to the path by hand.
 */
final class SampleClass {
    private final int[] a = new int[5];
    private final int[] b = new int[10];

    /** @param values five of {@code a}, then ten of {@code b} */
    SampleClass(int[] values) {
        System.arraycopy(values, 0, a, 0, a.length);
        for (int i = 0; i < b.length; i++) {
            if (values[a.length + i] < 0) {
                throw new IllegalArgumentException("b is negative");
            }
            b[i] = values[a.length + i];
        }
    }

    String run(ExecutedPath path) {
        boolean flag = true;
        int k = 0;
        for (int i = 0; path.compare("this.a.length", a.length, Operator.GREATER, i); i++) {
            if (path.compare("this.a[" + i + "]", a[i], Operator.GREATER, 10 * (i + 1))) {
                for (int j = 0; path.compare("this.b.length", b.length, Operator.GREATER, j); j++) {
                    if (path.compare("this.b[" + j + "]", b[j], Operator.LESS, 0)) {
                        k = 1;
                    }
                }
            } else {
                flag = false;
            }
        }
        if (k != 0) {
            throw new AssertionError("k is " + k);
        }
        return flag ? "Yes" : "No";
    }
}
