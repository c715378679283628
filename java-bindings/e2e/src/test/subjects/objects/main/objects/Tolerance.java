package objects;

/** Only an anonymous class implements it; {@link Tolerances} makes the objects. */
public interface Tolerance {
    double bound();
}
