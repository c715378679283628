/**
 * Likely invariants of methods, or of Daikon's traces: {@link dev.oraculum.api.infer.Infer} is the request, {@link
 * dev.oraculum.api.infer.InferReport} what a job answers, {@link dev.oraculum.api.infer.Inference} what the engine does.
 */
package dev.oraculum.api.infer;
