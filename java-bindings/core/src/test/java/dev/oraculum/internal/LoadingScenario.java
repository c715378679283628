package dev.oraculum.internal;

import dev.oraculum.api.Engine;
import dev.oraculum.api.OraculumException;

/** A program that loads the native library and says how that went; {@link NativeLibraryTest} runs it with various settings. */
final class LoadingScenario {
    private LoadingScenario() {}

    public static void main(String[] arguments) {
        try {
            System.out.println("loaded " + Engine.info().target());
        } catch (OraculumException e) {
            System.out.println(e.code() + ": " + e.getMessage());
        }
    }
}
