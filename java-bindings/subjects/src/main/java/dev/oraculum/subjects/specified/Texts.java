package dev.oraculum.subjects.specified;

/** Functions of strings. */
public final class Texts {
    private Texts() {}

    /** How many characters at the beginning of both are the same. */
    public static int commonPrefix(String s, String t) {
        int length = 0;
        while (length < s.length() && length < t.length() && s.charAt(length) == t.charAt(length)) {
            length++;
        }
        return length;
    }

    /** Whether it reads the same from both ends. */
    public static boolean isPalindrome(String s) {
        for (int i = 0; i < s.length() / 2; i++) {
            if (s.charAt(i) != s.charAt(s.length() - 1 - i)) {
                return false;
            }
        }
        return true;
    }

    /** The text without a prefix; as it is if it does not begin with it. */
    public static String withoutPrefix(String s, String prefix) {
        if (s.startsWith(prefix)) {
            return s.substring(prefix.length());
        }
        return s;
    }
}
