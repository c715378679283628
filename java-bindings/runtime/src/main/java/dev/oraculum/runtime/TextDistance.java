package dev.oraculum.runtime;

/**
 * How far two texts are from what a comparison of them asks for: characters of one that the other has not where it should, so that each
 * change towards it is seen (Alshraideh and Bottaci, "Search-based software test data generation for string data using program-specific
 * search operators", STVR 2006, weigh such distances). Time grows with the length of what they have in common, but for that of a part.
 */
final class TextDistance {
    /** Code units of a text in which a part is looked for. */
    private static final int LONGEST = 10_000;

    private TextDistance() {}

    /**
     * For two texts that are to be equal: characters between what they begin and end with in common. 0: they are.
     *
     * @param ignoringCase whether letters that differ in case are the same
     */
    static double ofEqual(String one, String other, boolean ignoringCase) {
        int shorter = Math.min(one.length(), other.length());
        int first = 0;
        while (first < shorter && isSame(one.charAt(first), other.charAt(first), ignoringCase)) {
            first++;
        }
        int last = 0;
        while (last < shorter - first
                && isSame(one.charAt(one.length() - 1 - last), other.charAt(other.length() - 1 - last), ignoringCase)) {
            last++;
        }
        int between = Math.max(one.length(), other.length()) - first - last;
        // Of as many, those whose first is nearer are nearer.
        return between == 0 ? 0 : between - 1 + (first < shorter ? ofCharacters(one.charAt(first), other.charAt(first)) : 1);
    }

    static double ofStart(String text, String start) {
        return ofEqual(text.substring(0, Math.min(text.length(), start.length())), start, false);
    }

    static double ofEnd(String text, String end) {
        return ofEqual(text.substring(Math.max(0, text.length() - end.length())), end, false);
    }

    /** Characters of a part that are missing behind the longest beginning of it that the text has. */
    static double ofPart(String text, String part) {
        if (text.length() > LONGEST) {
            return text.contains(part) ? 0 : part.length();
        }
        int found = 0;
        int at = 0;
        while (found < part.length()) {
            at = text.indexOf(part.substring(0, found + 1), at);
            if (at < 0) {
                break;
            }
            found++;
        }
        return part.length() - found;
    }

    /** Between 0 and 1, neither of them. */
    private static double ofCharacters(char one, char other) {
        int difference = Math.abs(one - other);
        return difference / (difference + 1.0);
    }

    private static boolean isSame(char one, char other, boolean ignoringCase) {
        return one == other || ignoringCase && (Character.toUpperCase(one) == Character.toUpperCase(other)
                || Character.toLowerCase(one) == Character.toLowerCase(other));
    }
}
