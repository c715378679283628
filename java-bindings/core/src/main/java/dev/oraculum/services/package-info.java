/**
 * What answers the interfaces of {@link dev.oraculum.spi}: each class here implements one of them on the engine, and is found by {@link
 * java.util.ServiceLoader} through its {@code Provider}.
 */
package dev.oraculum.services;
