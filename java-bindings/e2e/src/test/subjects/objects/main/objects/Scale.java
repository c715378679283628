package objects;

/** Asks for an object of an interface that is made by a method of another class. */
public final class Scale {
    public String weigh(double left, double right, Tolerance tolerance) {
        return Math.abs(left - right) <= tolerance.bound() ? "balanced" : "not balanced";
    }
}
