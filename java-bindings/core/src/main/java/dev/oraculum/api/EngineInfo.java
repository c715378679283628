package dev.oraculum.api;

/**
 * The native engine behind the API.
 *
 * @param version of the library
 * @param target operating system and architecture it was built for
 * @param cpu instruction set its kernels use on this machine
 * @param processors processors it sees
 */
public record EngineInfo(String version, String target, String cpu, int processors) {}
