package dev.oraculum.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What implements {@link SeedTemplates}: found by {@link java.util.ServiceLoader}. Generators need not know of it. */
public interface SeedTemplatesProvider {
    /** See {@link SeedTemplates#on(List, Map)}. */
    SeedTemplates open(List<Path> classPath, Map<String, String> settings);
}
