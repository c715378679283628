/** Whether what a history keeps is what a run without one would find. */
package dev.oraculum.evaluation.history;
