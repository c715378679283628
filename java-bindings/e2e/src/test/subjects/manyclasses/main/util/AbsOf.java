package util;

public class AbsOf {
    public int one() {
        return 1;
    }
}
