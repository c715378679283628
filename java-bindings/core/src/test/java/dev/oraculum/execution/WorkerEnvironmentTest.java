package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a worker gets of our environment. */
class WorkerEnvironmentTest {
    private static final Path TEMPORARY = Path.of("/scratch/tmp");

    private static Map<String, String> of(List<String> passed, String... variables) {
        Map<String, String> ours = new TreeMap<>();
        for (String variable : variables) {
            int end = variable.indexOf('=');
            ours.put(variable.substring(0, end), variable.substring(end + 1));
        }
        return WorkerEnvironment.of(ours, passed, TEMPORARY);
    }

    @Test
    void whatTestsMayReadIsThere() {
        String[] ordinary = {
            "HOME=/home/me", "JAVA_HOME=/jdk", "JAVA_TOOL_OPTIONS=-Dx=y", "KEYBOARD=us", "LC_ALL=C", "MONKEY=1", "MY_APP_MODE=test",
            "PATH=/bin", "PATTERN=p", "PWD=/here",
            "OLDPWD=/there", "TZ=UTC", "URL=https://host/a@b", "USER=me", "XAUTHORITY_FREE=1"
        };
        Map<String, String> got = of(List.of(), ordinary);
        assertEquals(ordinary.length + 1, got.size(), got::toString);
    }

    @Test
    void whatLooksLikeACredentialIsWithheld() {
        Map<String, String> got = of(
                List.of(),
                "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=a", "AWS_SESSION_TOKEN=a", "GITHUB_TOKEN=a",
                "GOOGLE_APPLICATION_CREDENTIALS=/f", "PGPASSWORD=a", "npm_config__auth=a",
                "OPENAI_API_KEY=a", "SIGNING_KEY=a", "SONAR_PAT=a", "SSH_AUTH_SOCK=/s", "HTTPS_PROXY=http://me:pass@proxy:1",
                "mysql_passwd=a", "ORACULUM_JAVA_OPTIONS=-Xmx1g");
        assertEquals(Map.of("TMPDIR", "/scratch/tmp"), got);
    }

    @Test
    void whatIsNamedIsPassed() {
        Map<String, String> got = of(List.of("DB_PASSWORD", "ORACULUM_HOME"), "DB_PASSWORD=a", "OTHER_PASSWORD=b", "ORACULUM_HOME=c",
                "TMPDIR=/tmp");
        assertEquals(Map.of("DB_PASSWORD", "a", "ORACULUM_HOME", "c", "TMPDIR", "/scratch/tmp"), got);
    }
}
