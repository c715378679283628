package pkg;

public class Half {
    public static int half(int x) {
        return x / 2;
    }
}
