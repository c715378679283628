package dev.oraculum.evaluation.specifications;

import dev.oraculum.evaluation.specifications.Specification.OfClass;
import dev.oraculum.evaluation.specifications.Specification.Operation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All legal objects of bounded size of the classes that the files describe: those that a constructor and at most so many operations make,
 * each state once, the shortest way to it.
 */
final class SmallObjects {
    private final SubjectClasses plain;
    private final Map<String, OfClass> described = new LinkedHashMap<>();
    private final Map<String, List<Value>> known = new HashMap<>();
    private final SmallValues values = new SmallValues(this);

    /** @param plain the subjects' classes as they are */
    SmallObjects(SubjectClasses plain, List<OfClass> all) {
        this.plain = plain;
        all.forEach(of -> described.put(of.name(), of));
    }

    SmallValues combinator() {
        return values;
    }

    /** The objects of a class, by simple name. */
    List<Value> values(String name) {
        List<Value> there = known.get(name);
        if (there == null) {
            there = explore(name);
            known.put(name, there);
        }
        return there;
    }

    private List<Value> explore(String name) {
        OfClass of = described.get(name);
        if (of == null) {
            throw new IllegalArgumentException("no file describes the objects of " + name);
        }
        Class<?> type = plain.subject(name);
        Set<String> seen = new HashSet<>();
        List<Value> found = new ArrayList<>();
        List<Value> level = new ArrayList<>();
        for (String arguments : of.constructors()) {
            Constructor<?> constructor = constructor(type, arguments);
            for (List<Value> row : values.combinations(constructor.getGenericParameterTypes(), arguments)) {
                add(new Value(name + text(row), classes -> construct(classes, name, constructor, row)), seen, level);
            }
        }
        for (int depth = 0; !level.isEmpty() && found.size() < of.mostObjects(); depth++) {
            found.addAll(level);
            List<Value> next = new ArrayList<>();
            for (Value before : depth < of.depth() ? level : List.<Value>of()) {
                for (Operation operation : of.operations()) {
                    Method method = method(type, operation.method());
                    for (List<Value> row : values.combinations(method.getGenericParameterTypes(), operation.arguments())) {
                        String text = before.text() + "; " + method.getName() + text(row);
                        add(new Value(text, classes -> operated(before.make(classes), classes, method, row)), seen, next);
                    }
                }
            }
            level = next;
        }
        return List.copyOf(found.subList(0, Math.min(found.size(), of.mostObjects())));
    }

    /** Adds an object unless one of equal state is there, or it cannot be made. */
    private void add(Value value, Set<String> seen, List<Value> to) {
        Object made;
        try {
            made = value.make(plain);
        } catch (Refused e) {
            return;
        }
        if (seen.add(ObjectState.of(made, plain))) {
            to.add(value);
        }
    }

    static String text(List<Value> row) {
        return "(" + String.join(", ", row.stream().map(Value::text).toList()) + ")";
    }

    private static Constructor<?> constructor(Class<?> type, String arguments) {
        int count = arguments.isBlank() ? 0 : arguments.split("\\|").length;
        return Arrays.stream(type.getDeclaredConstructors()).filter(c -> c.getParameterCount() == count).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no constructor of " + count + " parameters"));
    }

    /** The method of a name; of several the one with the fewest parameters. */
    static Method method(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods()).filter(m -> m.getName().equals(name) && !m.isSynthetic())
                .min((a, b) -> Integer.compare(a.getParameterCount(), b.getParameterCount()))
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no method " + name));
    }

    /** The code under test threw: there is no such object. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(Throwable cause) {
            super(cause);
        }
    }

    private static Object construct(SubjectClasses classes, String name, Constructor<?> template, List<Value> row) {
        try {
            Constructor<?> constructor = classes.subject(name).getDeclaredConstructor(here(template.getParameterTypes(), classes));
            constructor.setAccessible(true);
            return constructor.newInstance(arguments(row, classes));
        } catch (InvocationTargetException e) {
            throw new Refused(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the constructor was there a moment ago", e);
        }
    }

    private static Object operated(Object object, SubjectClasses classes, Method template, List<Value> row) {
        invoke(object, object.getClass(), classes, template, arguments(row, classes));
        return object;
    }

    static Object[] arguments(List<Value> row, SubjectClasses classes) {
        return row.stream().map(value -> value.make(classes)).toArray();
    }

    /**
     * Calls the method that is another loader's.
     *
     * @throws Refused it threw
     */
    static Object invoke(Object object, Class<?> owner, SubjectClasses classes, Method template, Object[] arguments) {
        try {
            Method method = owner.getDeclaredMethod(template.getName(), here(template.getParameterTypes(), classes));
            method.setAccessible(true);
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw new Refused(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the method was there a moment ago", e);
        }
    }

    private static Class<?>[] here(Class<?>[] types, SubjectClasses classes) throws ClassNotFoundException {
        Class<?>[] own = types.clone();
        for (int i = 0; i < own.length; i++) {
            if (classes.isSubject(own[i])) {
                own[i] = classes.loadClass(own[i].getName());
            }
        }
        return own;
    }
}
