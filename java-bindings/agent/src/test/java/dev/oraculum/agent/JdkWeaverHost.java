package dev.oraculum.agent;

import dev.oraculum.runtime.containment.Containment;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that {@link JdkWeaverTest} runs in a JVM with the agent: loads the JDK's classes with choke points and says what is not
 * woven.
 */
final class JdkWeaverHost {
    private JdkWeaverHost() {}

    /** Argument: a folder. */
    public static void main(String[] arguments) throws Exception {
        Agent agent = Agent.instance();
        agent.contain();
        List<String> absent = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String name : JdkWeaver.classes()) {
            try {
                Class.forName(name, false, null);
                missing.addAll(agent.uncontained(name));
            } catch (ClassNotFoundException e) {
                absent.add(name);
            }
        }
        System.out.println("absent " + absent);
        System.out.println("missing " + missing);
        System.out.println("notices " + agent.drainNotices());
        Containment.install(arguments[0], List.of());
        Containment.beginUnit(true, List.of());
        Containment.beginTest(List.of());
        try {
            new java.io.FileOutputStream(arguments[0] + "/../outside").close();
            System.out.println("written");
        } catch (SecurityException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        new java.io.FileOutputStream(arguments[0] + "/inside").close();
        System.out.println(Containment.endTest().refused());
        Containment.endUnit();
        Containment.exempt(Thread.currentThread());
    }
}
