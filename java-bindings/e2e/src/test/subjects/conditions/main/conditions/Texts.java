package conditions;

/** Conditions on texts. */
public class Texts {
    private Texts() {}

    public static int command(String text) {
        switch (text) {
            case "suspend-now":
                return 1;
            case "resume-later":
                return 2;
            default:
                return text.startsWith("x-") && text.length() == 7 ? 3 : 0;
        }
    }

    public static int parsed(String text) {
        int number = Integer.parseInt(text);
        if (number * 3 == 123_456_789) {
            return 1;
        }
        return number < 0 ? -1 : 0;
    }

    public static boolean isChecked(String text) {
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isDigit(c)) {
                return false;
            }
            sum = sum * 10 + (c - '0');
        }
        return sum == 86_420;
    }
}
