/**
 * What the supervisor and the worker say to each other: framed binary messages over a loopback socket.
 *
 * <p>{@link dev.oraculum.runtime.protocol.Message} lists every message, {@link dev.oraculum.runtime.protocol.Connection}
 * moves them. The package lives in the JVM under test, next to the code of the user, so it uses nothing but
 * {@code java.base}.
 */
package dev.oraculum.runtime.protocol;
