package dev.oraculum.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What implements {@link OracleData}: found by {@link java.util.ServiceLoader}. Generators need not know of it. */
public interface OracleDataProvider {
    /** See {@link OracleData#on(List, Map)}. */
    OracleData on(List<Path> classPath, Map<String, String> settings);
}
