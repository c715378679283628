package pkg;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.TimeZone;

/** Overwrites what Oraculum's own code has in the JVM that they share, as native code might that writes where it should not. */
public class Spoiler {
    /** Spoils each JVM that gets a large number. */
    public String size(int number) {
        if (number > 1000) {
            spoil();
            return "large";
        }
        return number < 0 ? "negative" : "small";
    }

    /** Spoils JVMs that are not in the zone in which the search runs. */
    public int far(int number) {
        if (!TimeZone.getDefault().getID().equals("UTC")) {
            spoil();
        }
        return number + 1;
    }

    private static void spoil() {
        try {
            Class<?> batches = Class.forName("dev.oraculum.worker.batch.TestBatches");
            Object interpreter = field(field(null, batches, "last"), null, "interpreter");
            for (String output : new String[] {"out", "values"}) {
                Arrays.fill((byte[]) field(field(interpreter, null, output), null, "bytes"), (byte) 77);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("nothing to spoil");
        }
    }

    private static Object field(Object object, Class<?> type, String name) throws ReflectiveOperationException {
        Field field = (type == null ? object.getClass() : type).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }
}
