package launcher;

import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.RunListener;

/** Runs test classes in a JVM of its own by JUnit 4 alone, with the listener that a build registers by its name. */
final class JUnit4Main {
    private JUnit4Main() {}

    public static void main(String[] classNames) throws Exception {
        JUnitCore core = new JUnitCore();
        core.addListener((RunListener) Class.forName("dev.oraculum.junit.RecordingRunListener").getDeclaredConstructor().newInstance());
        Class<?>[] classes = new Class<?>[classNames.length];
        for (int i = 0; i < classNames.length; i++) {
            classes[i] = Class.forName(classNames[i]);
        }
        Result result = core.run(classes);
        System.out.println(result.getRunCount() + " run, " + result.getFailureCount() + " failed");
    }
}
