package dev.oraculum.spi;

import java.util.Map;

/** What implements {@link PathSelector}: found by {@link java.util.ServiceLoader}. Concolic engines need not know of it. */
public interface PathSelectorProvider {
    /** See {@link PathSelector#open(long, PathSelector.Preset, Map)}. */
    <P> PathSelector<P> open(long seed, PathSelector.Preset preset, Map<String, String> settings);
}
