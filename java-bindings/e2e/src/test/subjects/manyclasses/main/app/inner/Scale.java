package app.inner;

public class Scale {
    public String weigh(int left, int right) {
        if (left == right) {
            return "even";
        }
        return left > right ? "left" : "right";
    }
}
