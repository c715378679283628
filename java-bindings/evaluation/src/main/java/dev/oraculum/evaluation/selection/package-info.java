/**
 * How many faults selected oracle data detect: {@link dev.oraculum.evaluation.selection.SelectEffectiveness} writes the page. What is
 * expensive, the {@link dev.oraculum.evaluation.selection.DetectionMatrix} of each library, is kept as a file.
 */
package dev.oraculum.evaluation.selection;
