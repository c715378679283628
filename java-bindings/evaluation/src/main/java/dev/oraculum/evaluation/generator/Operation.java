package dev.oraculum.evaluation.generator;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A public constructor or method, as an operation whose inputs are the receiver, if any, and the arguments.
 *
 * @param executable what is called
 * @param owner the class whose object is the receiver, or whose name stands before the dot of a static call
 */
record Operation(Executable executable, Class<?> owner) {
    /** The types of the inputs, the receiver's first. */
    List<Class<?>> inputs() {
        List<Class<?>> types = new ArrayList<>();
        if (hasReceiver()) {
            types.add(owner);
        }
        types.addAll(Arrays.asList(executable.getParameterTypes()));
        return types;
    }

    boolean hasReceiver() {
        return executable instanceof Method && !Modifier.isStatic(executable.getModifiers());
    }

    Class<?> output() {
        return executable instanceof Method method ? method.getReturnType() : owner;
    }

    String name() {
        return executable.getName();
    }

    /** Tells operations apart, and sorts them alike in every JVM. */
    String key() {
        return (executable instanceof Constructor ? "" : executable.getName()) + Arrays.toString(executable.getParameterTypes());
    }

    Object invoke(List<Object> values) throws Throwable {
        try {
            if (executable instanceof Constructor<?> constructor) {
                return constructor.newInstance(values.toArray());
            }
            Object receiver = hasReceiver() ? values.get(0) : null;
            return ((Method) executable).invoke(receiver, values.subList(hasReceiver() ? 1 : 0, values.size()).toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The call in Java; every argument is cast where its type is not the parameter's, so that no overload is mistaken for another. */
    String text(List<String> arguments) {
        String list = "(" + String.join(", ", arguments.subList(hasReceiver() ? 1 : 0, arguments.size())) + ")";
        if (executable instanceof Constructor) {
            return "new " + owner.getCanonicalName() + list;
        }
        return (hasReceiver() ? arguments.get(0) : owner.getCanonicalName()) + "." + executable.getName() + list;
    }
}
