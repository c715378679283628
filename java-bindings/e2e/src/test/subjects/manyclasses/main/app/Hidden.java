package app;

/** Package-private, which tests of its package reach. */
class Hidden {
    boolean isOdd(int number) {
        return number % 2 != 0;
    }
}

/** In the same file. */
class Beside {
    String sign(int number) {
        return number < 0 ? "minus" : "plus";
    }
}
