package pkg;

/** The test takes its class file away. */
public class Absent extends Exception {}
