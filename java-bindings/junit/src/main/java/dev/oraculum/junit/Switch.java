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
                if (ObservingAgent.isRecording()) {
                    sayOnce("it records");
                    return false;
                }
                return true;
            case "off":
                sayOnce(OracleCheck.SETTING + "=off");
                return false;
            default:
                throw new OracleNotCheckedError(OracleCheck.SETTING + " is \"" + setting + "\": expected on or off");
        }
    }

    private static synchronized void sayOnce(String why) {
        if (!said) {
            said = true;
            System.err.println("oraculum: " + why + ": no oracle is checked in this JVM");
        }
    }
}
