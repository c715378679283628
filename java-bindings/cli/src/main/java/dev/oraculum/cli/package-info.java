/** The command line, first client of the API. */
package dev.oraculum.cli;
