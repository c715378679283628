package pkg;

import java.util.Objects;

/** What an alarm says depends on a sensor, of which there is no implementation. */
public class Alarm {
    /** One that each test has to make. */
    public interface Sensor extends Placed {
        int level();

        boolean isBroken();
    }

    interface Placed {
        String place();
    }

    private final Sensor sensor;

    public Alarm(Sensor sensor) {
        this.sensor = Objects.requireNonNull(sensor, "sensor");
    }

    public String check() {
        if (sensor.isBroken()) {
            return "broken";
        }
        if ("sauna".equals(sensor.place())) {
            return "let it be";
        }
        return sensor.level() > 40 ? "too warm" : "quiet";
    }
}
