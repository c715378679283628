package dev.oraculum.spi;

import java.util.Map;

/** What implements {@link AssertionEngine}: found by {@link java.util.ServiceLoader}. Generators need not know of it. */
public interface AssertionEngineProvider {
    /** See {@link AssertionEngine#open(ProgramPoint, AssertionEngine.Preset, Map)}. */
    AssertionEngine open(ProgramPoint point, AssertionEngine.Preset preset, Map<String, String> settings);
}
