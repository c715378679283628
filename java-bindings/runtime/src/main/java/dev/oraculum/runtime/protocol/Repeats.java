package dev.oraculum.runtime.protocol;

import java.util.Arrays;

/**
 * What a {@link Message.Run} has in common with one before it on the same line: its class file, and what its call sequences share. Both are
 * large, and runs are many and short, so they go over the line once. Each end of a line has one, and sees all runs in their order.
 */
final class Repeats {
    /** Of the last run that had any; null: none had. */
    private byte[] classFile;
    private byte[] shared;

    /** For the sender: the run without what the other end has, which is null in it. */
    Message.Run shorten(Message.Run run) {
        boolean sameFile = run.bytes().length > 0 && Arrays.equals(classFile, run.bytes());
        boolean sameShared = run.work() instanceof Work.CallSequences work && work.shared().length > 0
                && Arrays.equals(shared, work.shared());
        remember(run);
        return with(run, sameFile ? null : run.bytes(), sameShared ? null : sharedOf(run));
    }

    /**
     * For the receiver: the whole run.
     *
     * @throws ProtocolException it lacks what no run before it had
     */
    Message.Run complete(Message.Run run) throws ProtocolException {
        byte[] file = run.bytes() == null ? classFile : run.bytes();
        byte[] table = sharedOf(run) == null ? shared : sharedOf(run);
        if (file == null || table == null && run.work() instanceof Work.CallSequences) {
            throw new ProtocolException("a run without what is said to be as in the run before: there was none");
        }
        Message.Run whole = with(run, file, table);
        remember(whole);
        return whole;
    }

    private static byte[] sharedOf(Message.Run run) {
        return run.work() instanceof Work.CallSequences work ? work.shared() : null;
    }

    private static Message.Run with(Message.Run run, byte[] bytes, byte[] shared) {
        Work work = run.work() instanceof Work.CallSequences calls
                ? new Work.CallSequences(calls.format(), shared, calls.sequences())
                : run.work();
        return new Message.Run(run.unit(), run.mutatedClass(), bytes, run.activeMutant(), run.tests(), run.between(), work, run.plans(),
                run.failuresSetAside(), run.timeOuts());
    }

    private void remember(Message.Run run) {
        classFile = run.bytes().length > 0 ? run.bytes() : classFile;
        byte[] table = sharedOf(run);
        shared = table != null && table.length > 0 ? table : shared;
    }
}
