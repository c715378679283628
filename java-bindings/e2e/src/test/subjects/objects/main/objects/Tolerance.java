package objects;

/** What implements it, nobody can name; where its objects come from, its own code does not say. */
public interface Tolerance {
    double bound();
}
