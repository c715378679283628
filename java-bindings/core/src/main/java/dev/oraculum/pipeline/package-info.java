/**
 * The jobs: from a project, or from recorded states, to a result. A job is a straight line of {@linkplain dev.oraculum.api.Phase phases};
 * what each does is in the package that it calls: facts, execution, mutation, the engine, verification.
 *
 * <p>What a job leaves in an evidence file depends on its inputs only, never on when it was killed and resumed: units are committed whole,
 * in any order, and assembled in unit order.
 */
package dev.oraculum.pipeline;
