package dev.oraculum.job;

import java.util.Properties;

/** What a job counted. */
final class Figures {
    private final Properties end;

    Figures(Properties end) {
        this.end = end;
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** 0: it does not count such things. */
    long of(String name) {
        return Long.parseLong(end.getProperty(name, "0"));
    }
}
