/** The boundary to the native engine. Internal: anything here may change in any release; programs use {@code dev.oraculum.api}. */
package dev.oraculum.internal;
