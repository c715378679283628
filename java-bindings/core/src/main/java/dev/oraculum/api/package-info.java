/** The public Java API of Oraculum. */
package dev.oraculum.api;
