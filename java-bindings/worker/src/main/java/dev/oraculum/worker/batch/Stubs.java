package dev.oraculum.worker.batch;

import dev.oraculum.runtime.OtherTime;
import dev.oraculum.runtime.Probes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Objects of interfaces that are made up: methods that have an answer give that, all others null, zero or false. A call takes ticks of
 * the test's budget, each more than the one before: what the JDK does between two calls of a channel that has no end takes longer and
 * longer, and passes no other probe.
 *
 * <p>What they are as texts, and their hash codes, is another thing on another machine: tests may have lambdas for them, which say where
 * they are in memory.
 */
final class Stubs {
    /** By method {@link Answer#method}; proxies call with the same few objects again and again. */
    private static final Map<Method, String> KEYS = new ConcurrentHashMap<>();
    /** By so many ticks a call is dearer than the one before of the same object: 100 000 ticks are 141 calls. */
    private static final int DEARER = 10;

    /** Its sign and its lowest bits are others than those of 1: code asks for these. */
    private static final int ANOTHER_HASH = 0x9E37_79B6;

    private Stubs() {}

    /**
     * What a method gives.
     *
     * @param method its name, and the descriptors of its parameters in parentheses
     * @param first at its first call
     * @param then at all later ones
     */
    record Answer(String method, Object first, Object then) {}

    static Object make(Class<?> type, List<Answer> answers) {
        boolean[] called = new boolean[answers.size()];
        AtomicInteger calls = new AtomicInteger();
        InvocationHandler handler = (self, method, arguments) -> {
            Probes.ticks((long) DEARER * calls.getAndIncrement() + 1);
            String key = answers.isEmpty() ? "" : KEYS.computeIfAbsent(method, Stubs::key);
            for (int i = 0; i < called.length; i++) {
                Answer answer = answers.get(i);
                if (answer.method().equals(key)) {
                    Object given = called[i] ? answer.then() : answer.first();
                    called[i] = true;
                    return converted(method.getReturnType(), given);
                }
            }
            return unanswered(self, method, arguments);
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static String key(Method method) {
        StringBuilder key = new StringBuilder(method.getName()).append('(');
        for (Class<?> parameter : method.getParameterTypes()) {
            key.append(parameter.descriptorString());
        }
        return key.append(')').toString();
    }

    private static Object unanswered(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> OtherTime.ON ? ANOTHER_HASH : 1;
                default -> OtherTime.ON ? "another stub" : "stub";
            };
        }
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(self, method, arguments);
        }
        return converted(method.getReturnType(), null);
    }

    /** Null, zero or false of what does not fit. */
    private static Object converted(Class<?> type, Object given) {
        if (type == void.class) {
            return null;
        }
        if (!type.isPrimitive()) {
            return type.isInstance(given) ? given : null;
        }
        try {
            return Conversions.to(type, given);
        } catch (ClassCastException | NullPointerException e) {
            return type == boolean.class ? (Object) false : type == char.class ? (Object) '\0' : Conversions.to(type, (byte) 0);
        }
    }
}
