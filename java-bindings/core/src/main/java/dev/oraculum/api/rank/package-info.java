/**
 * Ranking the assertions of generated tests (ZoomIn): {@link dev.oraculum.api.rank.Rank} is the request, {@link
 * dev.oraculum.api.rank.RankReport} what a job answers. The engine is asked step by step: a {@link dev.oraculum.api.rank.RankPlan}, the
 * {@link dev.oraculum.api.rank.Anomalies} of two runs, where they flow ({@link dev.oraculum.api.rank.FlowOfTest}), and the {@link
 * dev.oraculum.api.rank.Ranking}.
 */
package dev.oraculum.api.rank;
