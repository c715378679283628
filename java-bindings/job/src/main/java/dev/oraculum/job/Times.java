package dev.oraculum.job;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as a build writes them. */
final class Times {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|)");
    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private Times() {}

    /**
     * @param value {@code 90s}, {@code 1500ms}, {@code 5m}, {@code 1h}, a number of seconds, or a {@link Duration}
     * @return milliseconds
     */
    static String milliseconds(String option, Object value) {
        if (value instanceof Duration) {
            return String.valueOf(((Duration) value).toMillis());
        }
        Matcher matcher = FORM.matcher(value.toString().trim());
        long milliseconds = matcher.matches() ? Long.parseLong(matcher.group(1)) * unit(matcher.group(2)) : 0;
        if (milliseconds <= 0) {
            throw JobException.input("oraculum: " + option + " = '" + value
                    + "' is no time: expected a positive number with ms, s, m or h, such as '60s'");
        }
        return String.valueOf(milliseconds);
    }

    private static long unit(String unit) {
        switch (unit) {
            case "ms":
                return 1;
            case "m":
                return MINUTE;
            case "h":
                return HOUR;
            default:
                return SECOND;
        }
    }
}
