package dev.oraculum.facts;

import dev.oraculum.runtime.CapturePlan;

/**
 * What of a method's state to record.
 *
 * @param lastExitOnly record the last normal exit only, in bytecode order; by default every one
 * @param publicObserversOnly use public observers only, as published; by default every observer that code in the method's
 *     class may call
 * @param maxVariables bound on the number of variables; the less direct ones are dropped first
 * @param limits bounds of recording in the worker
 */
public record CaptureSettings(
        boolean lastExitOnly, boolean publicObserversOnly, int maxVariables, CapturePlan.Limits limits) {
    public static final CaptureSettings DEFAULT = new CaptureSettings(false, false, 256, CapturePlan.Limits.DEFAULT);
}
