package dev.oraculum.api;

/**
 * What the results of all shards of a run are together.
 *
 * @param json the result of a run that was not divided, but for times, as {@code --json} writes it
 * @param shards how many there are
 * @param classes how many classes they have
 */
public record MergedResult(String json, int shards, int classes) {}
