package dev.oraculum.worker.batch;

import dev.oraculum.runtime.Probes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Objects of interfaces that nothing implements: each method gives one value where that fits, else null, zero or false. A call takes a tick
 * of the test's budget.
 */
final class Stubs {
    private Stubs() {}

    /** @param result what its methods return where it fits; null: nothing */
    static Object make(Class<?> type, Object result) {
        InvocationHandler handler = (self, method, arguments) -> {
            // A loop of the JDK over an iterator that always has a next one passes no other probe.
            Probes.tick();
            return answer(self, method, arguments, result);
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }

    private static Object answer(Object self, Method method, Object[] arguments, Object result) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> 1;
                default -> "stub";
            };
        }
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(self, method, arguments);
        }
        Class<?> type = method.getReturnType();
        if (type == void.class) {
            return null;
        }
        if (!type.isPrimitive()) {
            return type.isInstance(result) ? result : null;
        }
        try {
            return Conversions.to(type, result);
        } catch (ClassCastException | NullPointerException e) {
            return type == boolean.class ? (Object) false : type == char.class ? (Object) '\0' : Conversions.to(type, (byte) 0);
        }
    }
}
