package dev.oraculum.execution;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The environment of a worker: ours, without what looks like a credential. A list of what to keep would break the tests that read a
 * variable of their own; code under test that is run as a mutant has no need for passwords.
 */
final class WorkerEnvironment {
    private static final Pattern CREDENTIAL_NAME = Pattern.compile(
            "PASSW|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_(KEY|PAT|AUTH)$"
                    + "|^(SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO)$",
            Pattern.CASE_INSENSITIVE);
    /** {@code https://user:password@host}. */
    private static final Pattern CREDENTIAL_VALUE = Pattern.compile("://[^/@:\\s]*:[^/@\\s]+@");
    /** Variables of Oraculum itself. */
    private static final String OURS = "ORACULUM_";

    private WorkerEnvironment() {}

    /**
     * The variables that a worker gets.
     *
     * @param ours the environment of this process
     * @param passed names of variables that are no credential, whatever they look like
     * @param temporary the worker's folder for temporary files
     */
    static Map<String, String> of(Map<String, String> ours, List<String> passed, Path temporary) {
        Map<String, String> variables = new TreeMap<>(ours);
        variables.keySet().removeAll(withheld(ours, passed));
        variables.keySet().removeIf(name -> name.startsWith(OURS) && !passed.contains(name));
        variables.put("TMPDIR", temporary.toString());
        return variables;
    }

    /** What to say of the withheld variables where a test fails, which may need one; empty: none was withheld. */
    static String hint(Map<String, String> ours, List<String> passed) {
        List<String> names = withheld(ours, passed);
        return names.isEmpty()
                ? ""
                : "environment variables that look like credentials are withheld from tests: " + String.join(", ", names)
                        + "; the setting environment names those that are passed on";
    }

    /** Names of the variables that look like credentials, sorted. */
    static List<String> withheld(Map<String, String> ours, List<String> passed) {
        return ours.entrySet().stream()
                .filter(variable -> CREDENTIAL_NAME.matcher(variable.getKey()).find() || CREDENTIAL_VALUE.matcher(variable.getValue())
                        .find())
                .map(Map.Entry::getKey)
                .filter(name -> !passed.contains(name))
                .sorted()
                .toList();
    }
}
