package app;

public @interface Marker {}
