package util;

public final class Texts {
    private Texts() {}

    public static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        return text.substring(0, length);
    }
}
