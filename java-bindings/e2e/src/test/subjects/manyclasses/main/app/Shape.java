package app;

/** Nothing that could be run. */
public interface Shape {
    double area();
}
