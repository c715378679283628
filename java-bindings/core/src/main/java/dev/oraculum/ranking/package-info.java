/**
 * Ranking of test assertions (ZoomIn): what is recorded of the class under test, and what the engine makes of it.
 */
package dev.oraculum.ranking;
