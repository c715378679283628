package pkg;

/** Nothing of it can be called. */
public interface Nothing {}
