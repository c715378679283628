package app;

/** Code, but none that a test could call or keep. */
public final class Nothing {
    private Nothing() {}
}
