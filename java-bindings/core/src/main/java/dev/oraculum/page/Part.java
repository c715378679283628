package dev.oraculum.page;

import java.util.List;

/** What the page says of one file. */
interface Part {
    /**
     * One row of the overview: a method, a class, or the whole file.
     *
     * @param subject its name
     * @param anchor id of its section; null: it has none
     * @param outcome in words; null: the file does not say
     * @param mood how the outcome is shown
     * @param figures what there is to say in numbers; may be empty
     */
    record Row(String subject, String anchor, String outcome, Mood mood, String figures) {}

    /** How an outcome looks, beside what it says. */
    enum Mood {
        GOOD,
        PLAIN,
        /** To be looked at. */
        LOOK;

        String style() {
            return "badge " + name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Its title: what ran, and on what. */
    String title();

    /** What the file says as a whole. */
    String summary();

    List<Row> rows();

    /** What somebody should look at; most results have no such thing. */
    default List<Finding> findings() {
        return List.of();
    }

    /** Its content, below a heading of level 2. */
    void write(Html html);
}
