package dev.oraculum.mutation;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The classes of {@link SchemataFixture}, loaded anew, one of them from another class file; and what they do. */
final class FixtureVersion extends ClassLoader {
    private final Path directory;
    private final String changed;
    private final byte[] classFile;

    FixtureVersion(Path directory, String changed, byte[] classFile) {
        super(FixtureVersion.class.getClassLoader());
        this.directory = directory;
        this.changed = changed.replace('/', '.');
        this.classFile = classFile;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = name.equals(changed) ? classFile : Files.readAllBytes(directory.resolve(name.replace('.', '/') + ".class"));
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** What all methods and constructors of some classes do, called with all of the values below. */
    List<String> outcomes(List<String> names) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (String name : names) {
            Class<?> type = Class.forName(name.replace('/', '.'), false, this);
            Stream<Executable> methods = Arrays.stream(type.getDeclaredMethods());
            List<Executable> members = Stream.concat(methods, Arrays.stream(type.getDeclaredConstructors()))
                    .filter(member -> !member.isSynthetic() && !Modifier.isAbstract(member.getModifiers()))
                    .filter(member -> !(Enum.class.isAssignableFrom(type) && member instanceof Constructor))
                    .sorted(Comparator.comparing(Executable::toString))
                    .toList();
            for (Executable member : members) {
                member.setAccessible(true);
                calls(member, outcomes);
            }
        }
        return outcomes;
    }

    /** Makes a value whenever it is used: what a call leaves in it is no matter of the next. */
    private interface Maker {
        Object make() throws Throwable;
    }

    private void calls(Executable member, List<String> outcomes) throws Exception {
        List<List<Maker>> calls = List.of(List.of());
        boolean hasReceiver = member instanceof Method && !Modifier.isStatic(member.getModifiers());
        List<Class<?>> types = new ArrayList<>(hasReceiver ? List.of(member.getDeclaringClass()) : List.of());
        types.addAll(List.of(member.getParameterTypes()));
        for (Class<?> type : types) {
            List<List<Maker>> longer = new ArrayList<>();
            for (List<Maker> call : calls) {
                values(type).forEach(value -> longer.add(Stream.concat(call.stream(), Stream.of(value)).toList()));
            }
            calls = longer;
        }
        for (List<Maker> call : calls) {
            outcomes.add(member + ": " + outcome(member, hasReceiver, call));
        }
    }

    private String outcome(Executable member, boolean hasReceiver, List<Maker> call) throws Exception {
        Field steps = Class.forName("pkg.Steps", true, this).getField("left");
        steps.setInt(null, SchemataFixture.MOST_STEPS);
        List<Object> values = new ArrayList<>();
        try {
            for (Maker value : call) {
                values.add(value.make());
            }
        } catch (Throwable e) {
            return "not called: " + thrown(e);
        }
        steps.setInt(null, SchemataFixture.MOST_STEPS);
        Object[] arguments = values.subList(hasReceiver ? 1 : 0, values.size()).toArray();
        String end;
        try {
            Object result = member instanceof Method method
                    ? method.invoke(hasReceiver ? values.get(0) : null, arguments)
                    : ((Constructor<?>) member).newInstance(arguments);
            end = text(result, 0);
        } catch (InvocationTargetException | LinkageError e) {
            end = thrown(e);
        }
        return end + " after " + (SchemataFixture.MOST_STEPS - steps.getInt(null)) + " steps, left " + text(values, 0);
    }

    /** The JVM's messages name local variables, as far as the class file does. */
    private static String thrown(Throwable e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return cause.getClass().getName() + ": " + String.valueOf(cause.getMessage()).replaceAll("@[0-9a-f]+", "@");
    }

    private List<Maker> values(Class<?> type) throws Exception {
        if (type.getName().startsWith("pkg.")) {
            return objects(type);
        }
        if (type == int[].class) {
            return List.of(() -> null, () -> new int[] {3, -4, 5, 1});
        }
        if (type == boolean[][].class) {
            return List.of(() -> new boolean[][] {{true, false, true}}, () -> new boolean[1][0]);
        }
        List<Object> values = Map.<Class<?>, List<Object>>of(
                int.class, List.of(-3, 0, 1, 4, 10),
                long.class, List.of(-3L, 2L, 900_000L, 1L << 40),
                double.class, List.of(-0.5, 3.0),
                float.class, List.of(1.5f, 8f),
                boolean.class, List.of(false, true),
                char.class, List.of('a', 'x'),
                byte.class, List.of((byte) -7, (byte) 100),
                short.class, List.of((short) -300, (short) 2),
                String.class, Arrays.asList(null, "a", "bc", "LOW")).getOrDefault(type, Collections.singletonList(null));
        return values.stream().<Maker>map(value -> () -> value).toList();
    }

    private List<Maker> objects(Class<?> type) throws Exception {
        ClassLoader loader = this;
        Class<?> many = Class.forName("pkg.Many", false, loader);
        if (type == many || type.isInterface()) {
            Constructor<?> narrow = many.getConstructor(int.class, double.class, String.class);
            Constructor<?> wide = many.getConstructor(long.class, int.class);
            return List.of(() -> narrow.newInstance(2, 2.5, "a"), () -> wide.newInstance(50L, 4));
        }
        if (Enum.class.isAssignableFrom(type)) {
            return IntStream.range(0, 2).<Maker>mapToObj(i -> () -> {
                Object constants = Class.forName("pkg.Many$Level", true, loader).getMethod("values").invoke(null);
                // Of a constant with a body, only that is one of its class.
                return Array.get(constants, type.isEnum() ? i : 1);
            }).toList();
        }
        Constructor<?> only = type.getDeclaredConstructors()[0];
        boolean inner = only.getParameterCount() == 2;
        return Stream.of(-2, 9).<Maker>map(value -> () -> {
            return inner ? only.newInstance(objects(many).get(1).make(), value) : only.newInstance(value);
        }).toList();
    }

    private static String text(Object value, int depth) throws IllegalAccessException {
        if (value instanceof Collection<?> values) {
            return text(values.toArray(), depth);
        }
        if (value != null && value.getClass().isArray()) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                texts.add(text(Array.get(value, i), depth));
            }
            return texts.toString();
        }
        if (value == null || !value.getClass().getName().startsWith("pkg.")) {
            return String.valueOf(value);
        }
        List<String> texts = new ArrayList<>(List.of(value.getClass().getName()));
        if (value instanceof Enum<?> constant) {
            texts.add(constant.name());
        }
        for (Field field : value.getClass().getDeclaredFields()) {
            if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers()) && depth < 9) {
                field.setAccessible(true);
                texts.add(field.getName() + "=" + text(field.get(value), depth + 1));
            }
        }
        return texts.toString();
    }
}
