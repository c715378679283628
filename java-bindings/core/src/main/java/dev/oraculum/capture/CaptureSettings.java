package dev.oraculum.capture;

import dev.oraculum.runtime.StatePlan;

/**
 * What of a method's state to record.
 *
 * @param lastExitOnly record the last normal exit only, in bytecode order; by default every one
 * @param publicObserversOnly use public observers only, as published; by default every observer that code in the method's
 *     class may call
 * @param fieldsOfObjects record fields of other objects than the receiver, such as the nodes of a list
 * @param contents record what strings, arrays, collections and maps hold; without it, states are those of the GAssert paper
 * @param maxVariables bound on the number of variables; the less direct ones are dropped first
 * @param limits bounds of recording in the worker
 */
public record CaptureSettings(
        boolean lastExitOnly, boolean publicObserversOnly, boolean fieldsOfObjects, boolean contents, int maxVariables,
        StatePlan.Limits limits) {
    public static final CaptureSettings DEFAULT =
            new CaptureSettings(false, false, true, true, 256, StatePlan.Limits.DEFAULT);

    public CaptureSettings withLastExitOnly(boolean only) {
        return new CaptureSettings(only, publicObserversOnly, fieldsOfObjects, contents, maxVariables, limits);
    }

    public CaptureSettings withPublicObserversOnly(boolean only) {
        return new CaptureSettings(lastExitOnly, only, fieldsOfObjects, contents, maxVariables, limits);
    }

    public CaptureSettings withFieldsOfObjects(boolean recorded) {
        return new CaptureSettings(lastExitOnly, publicObserversOnly, recorded, contents, maxVariables, limits);
    }

    public CaptureSettings withContents(boolean recorded) {
        return new CaptureSettings(lastExitOnly, publicObserversOnly, fieldsOfObjects, recorded, maxVariables, limits);
    }

    public CaptureSettings withMaxVariables(int bound) {
        return new CaptureSettings(lastExitOnly, publicObserversOnly, fieldsOfObjects, contents, bound, limits);
    }

    /**
     * Bounds of contents.
     *
     * @param elements of an array, collection or map
     * @param characters of a string
     */
    public CaptureSettings withContentsLimits(int elements, int characters) {
        return new CaptureSettings(
                lastExitOnly, publicObserversOnly, fieldsOfObjects, contents, maxVariables, limits.withContents(elements, characters));
    }
}
