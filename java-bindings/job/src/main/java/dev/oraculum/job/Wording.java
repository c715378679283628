package dev.oraculum.job;

/** How a build says something, in the words of its own files. */
public interface Wording {
    /** What an option takes. */
    enum Kind {
        /** Names. */
        LIST,
        /** {@code true} or {@code false}. */
        FLAG,
        /** One file or folder. */
        FILE,
        /** Files and folders. */
        FILES
    }

    /** Where options stand: {@code oraculum { .. }}. */
    String place();

    /**
     * An option with a value.
     *
     * @param example the value; null: whatever it is
     */
    String option(String name, Kind kind, String example);

    /** A setting of the technique with another value. */
    String setting(String name);

    /** Where to look if the code under test is not what it should be. */
    String checkCode();

    /** Where to look if the tests are not what they should be. */
    String checkTests();

    /** What to choose a JDK by, beside the option {@code jvm}; the end of a sentence. */
    String otherJdk();

    /** How an oracle is recorded: {@code oraculumSelect and record = true}. */
    String recording();

    /** How what is told only to those who ask for it is asked for: {@code --info}. */
    String asides();
}
