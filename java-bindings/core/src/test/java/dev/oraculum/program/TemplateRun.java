package dev.oraculum.program;

import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplate.Call;
import dev.oraculum.spi.SeedTemplate.Construct;
import dev.oraculum.spi.SeedTemplate.EnumConstant;
import dev.oraculum.spi.SeedTemplate.GetField;
import dev.oraculum.spi.SeedTemplate.NewArray;
import dev.oraculum.spi.SeedTemplate.Null;
import dev.oraculum.spi.SeedTemplate.Primitive;
import dev.oraculum.spi.SeedTemplate.PutElement;
import dev.oraculum.spi.SeedTemplate.PutField;
import dev.oraculum.spi.SeedTemplate.Statement;
import dev.oraculum.spi.SeedTemplate.Text;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Random;

/** Executes a template, statement by statement, as a test in the package of its classes would: what is private is refused. */
final class TemplateRun {
    private final ClassLoader loader;

    TemplateRun(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * What the last call returns.
     *
     * @param random chooses the values of slots; null: those of the template
     * @throws InvocationTargetException the code under test threw
     */
    Object run(SeedTemplate template, Random random) throws ReflectiveOperationException {
        Object[] values = new Object[template.statements().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(template.statements().get(i), values, random);
        }
        return values[values.length - 1];
    }

    private Object value(Statement statement, Object[] values, Random random) throws ReflectiveOperationException {
        if (statement instanceof Construct made) {
            Constructor<?> constructor = named(made.className()).getDeclaredConstructor(parameters(made.descriptor()));
            return allowed(constructor).newInstance(arguments(values, made.arguments(), constructor.getParameterTypes()));
        } else if (statement instanceof Call call) {
            Method method = method(named(call.owner()), call.name(), parameters(call.descriptor()));
            Object receiver = call.receiver() == null ? null : values[call.receiver()];
            return allowed(method).invoke(receiver, arguments(values, call.arguments(), method.getParameterTypes()));
        } else if (statement instanceof GetField get) {
            return allowed(named(get.owner()).getDeclaredField(get.name())).get(get.object() == null ? null : values[get.object()]);
        } else if (statement instanceof PutField put) {
            Field field = named(put.owner()).getDeclaredField(put.name());
            allowed(field).set(put.object() == null ? null : values[put.object()], converted(values[put.value()], field.getType()));
            return null;
        } else if (statement instanceof NewArray array) {
            Class<?> type = MethodType.fromMethodDescriptorString("()" + array.type(), loader).returnType();
            return Array.newInstance(type.getComponentType(), ((Number) values[array.length()]).intValue());
        } else if (statement instanceof PutElement put) {
            try {
                Object array = values[put.array()];
                Object value = converted(values[put.value()], array.getClass().getComponentType());
                Array.set(array, ((Number) values[put.index()]).intValue(), value);
            } catch (RuntimeException e) {
                throw new InvocationTargetException(e);
            }
            return null;
        } else if (statement instanceof Primitive slot) {
            return primitive(slot, random);
        } else if (statement instanceof Text text) {
            return text.constant();
        } else if (statement instanceof EnumConstant constant) {
            return allowed(named(constant.className()).getDeclaredField(constant.name())).get(null);
        } else if (statement instanceof Null) {
            return null;
        }
        throw new AssertionError(statement);
    }

    private static Object primitive(Primitive slot, Random random) {
        if (slot.type().equals("Z")) {
            return random == null ? slot.constant() : (Object) random.nextBoolean();
        }
        Number number = random == null ? (Number) slot.constant() : random.nextInt(10);
        return switch (slot.type()) {
            case "B" -> (Object) number.byteValue();
            case "S" -> number.shortValue();
            case "C" -> (char) number.intValue();
            case "I" -> number.intValue();
            case "J" -> number.longValue();
            case "F" -> number.floatValue();
            default -> number.doubleValue();
        };
    }

    private static Object[] arguments(Object[] values, List<Integer> numbers, Class<?>[] types) {
        Object[] arguments = new Object[numbers.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = converted(values[numbers.get(i)], types[i]);
        }
        return arguments;
    }

    /** Reflection widens by itself; a char for an int it does, too. */
    private static Object converted(Object value, Class<?> type) {
        if (type.isPrimitive() && value == null) {
            throw new AssertionError("null for " + type);
        }
        return value;
    }

    private static Method method(Class<?> owner, String name, Class<?>[] parameters) throws NoSuchMethodException {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && List.of(method.getParameterTypes()).equals(List.of(parameters))) {
                    return method;
                }
            }
        }
        return owner.getMethod(name, parameters);
    }

    private Class<?>[] parameters(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray();
    }

    private Class<?> named(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), true, loader);
    }

    private static <T extends AccessibleObject & Member> T allowed(T member) {
        for (Class<?> type = member.getDeclaringClass(); type != null; type = type.getEnclosingClass()) {
            if (Modifier.isPrivate(type.getModifiers())) {
                throw new AssertionError("no test can name " + type);
            }
        }
        if (Modifier.isPrivate(member.getModifiers())) {
            throw new AssertionError("no test can use " + member);
        }
        if (!member.getDeclaringClass().getName().startsWith("java.")) {
            member.setAccessible(true);
        }
        return member;
    }
}
