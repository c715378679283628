package dev.oraculum.generation.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Models of what reads and writes bytes do what the JDK's types do: both get the same calls, of each method that the model has. */
class ByteModelsTest {
    private static final int RUNS = 400;
    private static final int CALLS = 30;
    private static final String NOT_MODELLED = Intrinsics.unmodelled().getMessage();

    /** Two objects that should do the same. */
    private interface Pair {
        Object[] of(byte[] bytes, byte[] same, Random random);
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt());
        }
        return bytes;
    }

    private static Object argument(Class<?> type, Random random) {
        int number = random.nextInt(14) - 1;
        if (type == int.class) {
            return random.nextInt(30) == 0 ? random.nextInt() : number;
        } else if (type == long.class) {
            return random.nextBoolean() ? random.nextLong() : (long) number;
        } else if (type == short.class) {
            return (short) random.nextInt();
        } else if (type == char.class) {
            return (char) random.nextInt();
        } else if (type == byte.class) {
            return (byte) random.nextInt();
        } else if (type == byte[].class) {
            return random.nextInt(40) == 0 ? null : bytes(random);
        } else if (type == ByteOrderModel.class) {
            return random.nextBoolean() ? ByteOrderModel.BIG_ENDIAN : ByteOrderModel.LITTLE_ENDIAN;
        }
        return null;
    }

    private static Object theirs(Object argument) {
        if (argument instanceof ByteOrderModel) {
            return argument == ByteOrderModel.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        }
        return argument instanceof byte[] ? ((byte[]) argument).clone() : argument;
    }

    private static String outcome(Method method, Object on, Object[] arguments) throws IllegalAccessException {
        try {
            Object value = method.invoke(on, arguments);
            if (value instanceof byte[]) {
                return Arrays.toString((byte[]) value);
            }
            boolean isBuffer = value instanceof ByteBufferModel || value instanceof ByteBuffer;
            return value == on ? "itself" : isBuffer ? told(value) : String.valueOf(value);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            boolean outside = thrown instanceof IndexOutOfBoundsException;
            return NOT_MODELLED.equals(thrown.getMessage()) ? NOT_MODELLED : outside ? "outside" : thrown.getClass().getName();
        }
    }

    /** Where another buffer begins and ends, where its mark is, and what it has. */
    private static String told(Object buffer) throws IllegalAccessException {
        StringBuilder told = new StringBuilder("another");
        Class<?> type = buffer instanceof ByteBuffer ? ByteBuffer.class : ByteBufferModel.class;
        try {
            for (String name : List.of("position", "limit", "capacity", "order", "arrayOffset")) {
                told.append(' ').append(type.getMethod(name).invoke(buffer));
            }
            Method get = type.getMethod("get", int.class);
            get.setAccessible(true);
            for (int i = 0; i < (Integer) type.getMethod("limit").invoke(buffer); i++) {
                told.append(' ').append(get.invoke(buffer, i));
            }
            type.getMethod("reset").invoke(buffer);
            return told.append(", marked at ").append(type.getMethod("position").invoke(buffer)).toString();
        } catch (InvocationTargetException e) {
            return told.append(' ').append(e.getCause().getClass().getName()).toString();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The public methods of a model, in an order of their own. */
    private static List<Method> methods(Class<?> model) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> at = model; at.getSimpleName().endsWith("Model"); at = at.getSuperclass()) {
            Arrays.stream(at.getDeclaredMethods()).filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isBridge())
                    .filter(m -> !Modifier.isStatic(m.getModifiers())).forEach(methods::add);
        }
        methods.sort(Comparator.comparing(Method::toString));
        methods.forEach(method -> method.setAccessible(true));
        return methods;
    }

    private static Method theirs(Class<?> type, Method ours) throws NoSuchMethodException {
        Class<?>[] parameters = Arrays.stream(ours.getParameterTypes()).map(p -> p == ByteOrderModel.class ? ByteOrder.class : p)
                .toArray(Class<?>[]::new);
        return type.getMethod(ours.getName(), parameters);
    }

    private static void compare(Class<?> model, Class<?> type, Pair pair, String... leftOut) throws Exception {
        List<Method> methods = methods(model);
        methods.removeIf(method -> List.of(leftOut).contains(method.getName()));
        TreeSet<String> answered = new TreeSet<>();
        for (int run = 0; run < RUNS; run++) {
            Random random = new Random(run);
            byte[] bytes = bytes(random);
            byte[] same = bytes.clone();
            Object[] both = pair.of(bytes, same, random);
            for (int i = 0; i < CALLS; i++) {
                Method method = methods.get(random.nextInt(methods.size()));
                if (method.getName().equals("close") && random.nextInt(10) > 0) {
                    continue;
                }
                Object[] arguments = Arrays.stream(method.getParameterTypes()).map(p -> argument(p, random)).toArray();
                Object[] theirs = Arrays.stream(arguments).map(ByteModelsTest::theirs).toArray();
                String ours = outcome(method, both[0], arguments);
                if (ours.equals(NOT_MODELLED)) {
                    // The engine knows nothing of it from here on.
                    break;
                }
                String when = "run " + run + ", call " + i + ": " + method;
                assertEquals(outcome(theirs(type, method), both[1], theirs), ours, when);
                answered.add(method.toString());
                for (int a = 0; a < arguments.length; a++) {
                    if (arguments[a] instanceof byte[]) {
                        assertEquals(Arrays.toString((byte[]) theirs[a]), Arrays.toString((byte[]) arguments[a]), when);
                    }
                }
                assertEquals(Arrays.toString(same), Arrays.toString(bytes), when);
            }
        }
        assertEquals(methods.stream().filter(m -> !m.getName().equals("readLine")).count(), answered.size(), answered::toString);
    }

    @Test
    void streamsOfBytes() throws Exception {
        compare(ByteArrayInputStreamModel.class, ByteArrayInputStream.class, (ours, theirs, random) -> {
            if (random.nextBoolean() || ours.length == 0) {
                return new Object[] {new ByteArrayInputStreamModel(ours), new ByteArrayInputStream(theirs)};
            }
            int from = random.nextInt(ours.length);
            int length = random.nextInt(20);
            return new Object[] {new ByteArrayInputStreamModel(ours, from, length), new ByteArrayInputStream(theirs, from, length)};
        });
        compare(ByteArrayOutputStreamModel.class, ByteArrayOutputStream.class, (ours, theirs, random) -> {
            int size = random.nextInt(4);
            return new Object[] {new ByteArrayOutputStreamModel(size), new ByteArrayOutputStream(size)};
        }, "writeTo");
        ByteArrayOutputStreamModel one = new ByteArrayOutputStreamModel();
        one.write(7);
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        one.writeTo(other);
        assertEquals("[7]", Arrays.toString(other.toByteArray()));
    }

    @Test
    void streamsOverOthers() throws Exception {
        compare(DataInputStreamModel.class, DataInputStream.class, (ours, theirs, random) ->
                new Object[] {new DataInputStreamModel(below(ours, random)), new DataInputStream(new ByteArrayInputStream(theirs))});
        compare(BufferedInputStreamModel.class, BufferedInputStream.class, (ours, theirs, random) -> {
            int size = 1 + random.nextInt(9);
            return new Object[] {new BufferedInputStreamModel(below(ours, random), size),
                new BufferedInputStream(new ByteArrayInputStream(theirs), size)};
        }, "mark", "reset");
        // With marks: theirs may forget one that ours has, when the buffer is full; ours does not go on then.
        compare(BufferedInputStreamModel.class, BufferedInputStream.class, (ours, theirs, random) ->
                new Object[] {new BufferedInputStreamModel(below(ours, random)),
                    new BufferedInputStream(new ByteArrayInputStream(theirs))});
    }

    private static InputStream below(byte[] bytes, Random random) {
        return random.nextBoolean() ? new ByteArrayInputStreamModel(bytes) : new ByteArrayInputStream(bytes);
    }

    @Test
    void buffers() throws Exception {
        compare(ByteBufferModel.class, ByteBuffer.class, (ours, theirs, random) -> {
            int from = random.nextInt(ours.length + 1);
            int length = random.nextInt(ours.length - from + 1);
            switch (random.nextInt(4)) {
                case 0:
                    return new Object[] {ByteBufferModel.wrap(ours), ByteBuffer.wrap(theirs)};
                case 1:
                    return new Object[] {ByteBufferModel.allocate(length), ByteBuffer.allocate(length)};
                case 2:
                    return new Object[] {ByteBufferModel.wrap(ours, from, length).slice(),
                        ByteBuffer.wrap(theirs, from, length).slice()};
                default:
                    return new Object[] {ByteBufferModel.wrap(ours, from, length), ByteBuffer.wrap(theirs, from, length)};
            }
        });
        assertTrue(ByteOrder.BIG_ENDIAN.toString().equals(ByteOrderModel.BIG_ENDIAN.toString()));
        assertTrue(ByteOrder.LITTLE_ENDIAN.toString().equals(ByteOrderModel.LITTLE_ENDIAN.toString()));
    }
}
