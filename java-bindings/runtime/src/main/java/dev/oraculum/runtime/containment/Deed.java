package dev.oraculum.runtime.containment;

/**
 * Something that code did outside of its own JVM and its scratch folder, or was refused.
 *
 * @param kind what sort of thing
 * @param target what it was done to: the folder of a file, a program with its arguments, a host. What differs from run to run (long
 *     numbers, the scratch folder) is taken out, so that two runs of one test have equal deeds
 */
public record Deed(Kind kind, String target) {
    private static final int LONGEST = 400;
    /** Digits in a row that are no part of a name: a process, a moment, a random number. */
    private static final int MANY_DIGITS = 5;

    /** Sorts of deeds. The order is part of the protocol: add at the end. */
    public enum Kind {
        /** A file or folder was created, changed, moved or deleted; the target is the folder that it is in. */
        WRITE("write"),
        /** A process was started or ended. */
        PROCESS("process"),
        /** A socket was connected or bound. */
        NET("net"),
        /** The JVM was to end. */
        EXIT("exit"),
        /** Native code was loaded. */
        NATIVE("native"),
        /** Something was changed that the whole JVM shares. */
        GLOBAL("global"),
        /** Standard input or output was closed. */
        DESCRIPTOR("descriptor"),
        /** Memory was read or written beyond the ends of an array, or where there is none. */
        MEMORY("memory");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Its name for people, in settings and in JSON. */
        public String word() {
            return word;
        }
    }

    /** A deed with what differs from run to run taken out of its target. */
    static Deed of(Kind kind, String target, String scratch) {
        String text = scratch.isEmpty() ? target : target.replace(scratch, "{scratch}");
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length() && kept.length() < LONGEST; ) {
            int end = i;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (end - i >= MANY_DIGITS) {
                kept.append('#');
                i = end;
            } else {
                kept.append(text.charAt(i++));
                while (i < end) {
                    kept.append(text.charAt(i++));
                }
            }
        }
        return new Deed(kind, kept.toString());
    }

    @Override
    public String toString() {
        return kind.word() + " " + target;
    }
}
