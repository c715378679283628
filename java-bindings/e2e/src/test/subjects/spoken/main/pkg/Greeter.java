package pkg;

import java.util.ResourceBundle;

/** What it says is in English everywhere but in German. */
public class Greeter {
    private int greeted;

    public String greet() {
        greeted++;
        return ResourceBundle.getBundle("pkg.Words").getString("hello");
    }

    public int greeted() {
        return greeted;
    }
}
