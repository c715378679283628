package pkg;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All that it does is behind a regular expression: one is a constant, the other exists only when it runs. */
public final class Ticket {
    private static final Pattern REFERENCE = Pattern.compile("([A-Z]{2,4})-(\\d{3,6})(?:/(draft|final))?");

    private Ticket() {}

    public static String describe(String reference) {
        Matcher matcher = REFERENCE.matcher(reference);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no reference: " + reference);
        }
        String project = matcher.group(1);
        if (matcher.group(3) == null) {
            return project + " open";
        }
        return matcher.group(3).equals("final") ? project + " closed" : project + " being written";
    }

    public static int weight(String line) {
        StringBuilder form = new StringBuilder();
        for (String part : new String[] {"d+", "s", "k?g"}) {
            form.append(part.length() == 3 ? "" : "\\").append(part);
        }
        if (!line.matches(form.toString())) {
            return -1;
        }
        int number = Integer.parseInt(line.substring(0, line.indexOf(' ')));
        return line.endsWith("kg") ? number * 1000 : number;
    }
}
