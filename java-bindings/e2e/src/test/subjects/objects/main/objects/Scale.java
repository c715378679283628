package objects;

/** Asks for an object of an interface that is made by a method of another class. */
public final class Scale {
    public String weigh(double left, double right, Tolerance tolerance) {
        return tolerance.isSame(left, right) ? "balanced" : "not balanced";
    }
}
