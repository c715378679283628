package dev.oraculum.worker.batch;

import dev.oraculum.runtime.OtherTime;
import dev.oraculum.runtime.Probes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Handler(answers));
    }

    /**
     * What the abstract methods of a made-up object that give nothing were called with: their arguments one after the other, or, of a
     * method without parameters, its name. Null: it is none.
     */
    static List<Object> received(Object stub) {
        boolean made = stub != null && Proxy.isProxyClass(stub.getClass()) && Proxy.getInvocationHandler(stub) instanceof Handler;
        return made ? ((Handler) Proxy.getInvocationHandler(stub)).received : null;
    }

    /** What an object does. */
    private static final class Handler implements InvocationHandler {
        private final List<Answer> answers;
        private final boolean[] called;
        private final AtomicInteger calls = new AtomicInteger();
        /** A program may call it from several threads. */
        private final List<Object> received = Collections.synchronizedList(new ArrayList<>());

        Handler(List<Answer> answers) {
            this.answers = answers;
            called = new boolean[answers.size()];
        }

        @Override
        public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            Probes.ticks((long) DEARER * calls.getAndIncrement() + 1);
            if (method.getReturnType() == void.class && Modifier.isAbstract(method.getModifiers())) {
                received.addAll(arguments == null || arguments.length == 0 ? List.of(method.getName()) : Arrays.asList(arguments));
                return null;
            }
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
        }
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
