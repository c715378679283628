package dev.oraculum.junit;

import java.util.Locale;

/** {@link OracleCheck#SETTING}. */
final class Switch {
    private static boolean said;

    private Switch() {}

    /**
     * Whether checks are on.
     *
     * @param setting its value; null: it has none
     */
    static boolean isOn(String setting) {
        switch (setting == null ? "on" : setting.strip().toLowerCase(Locale.ROOT)) {
            case "on":
                return true;
            case "off":
                sayOnce();
                return false;
            default:
                throw new OracleNotCheckedError(OracleCheck.SETTING + " is \"" + setting + "\": expected on or off");
        }
    }

    private static synchronized void sayOnce() {
        if (!said) {
            said = true;
            System.err.println("oraculum: " + OracleCheck.SETTING + "=off: no oracle is checked in this JVM");
        }
    }
}
