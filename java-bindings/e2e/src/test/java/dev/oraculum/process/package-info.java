/** Programs that tests run. */
package dev.oraculum.process;
