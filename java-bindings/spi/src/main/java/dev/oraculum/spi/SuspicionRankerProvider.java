package dev.oraculum.spi;

import java.util.List;
import java.util.Map;

/** What implements {@link SuspicionRanker}: found by {@link java.util.ServiceLoader}. Generators need not know of it. */
public interface SuspicionRankerProvider {
    /** See {@link SuspicionRanker#open(List, int, SuspicionRanker.Preset, Map)}. */
    SuspicionRanker open(List<PointMethod> methods, int statements, SuspicionRanker.Preset preset, Map<String, String> settings);
}
