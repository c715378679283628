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
            spoil(field(Class.forName("dev.oraculum.worker.batch.TestBatches").getDeclaredField("last"), null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("nothing to spoil");
        }
    }

    /** All answers that are being written below an object of the worker's own. */
    private static void spoil(Object object) throws ReflectiveOperationException {
        for (Field field : object.getClass().getDeclaredFields()) {
            Object value = field(field, object);
            if (value instanceof byte[] && object.getClass().getSimpleName().equals("AnswerOutput")) {
                Arrays.fill((byte[]) value, (byte) 77);
            } else if (value != null && value != object && value.getClass().getName().startsWith("dev.oraculum.worker.batch.")) {
                spoil(value);
            }
        }
    }

    private static Object field(Field field, Object object) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(object);
    }
}
