package pkg;

/** Nothing is defined here. */
public interface Marker {}
