package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.TestFailures;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** On JUnit's own assertions, woven in a class loader of their own. */
class FailureHandlersTest {
    private Class<?> woven;

    /** Loads the class woven, and everything else from the parent. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(FailureHandlersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.junit.jupiter.api.Assert")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            String internalName = name.replace('.', '/');
            try (InputStream in = getParent().getResourceAsStream(internalName + ".class")) {
                byte[] classFile = in.readAllBytes();
                byte[] result = FailureHandlers.concern(internalName) ? FailureHandlers.weave(classFile).orElseThrow() : classFile;
                return defineClass(name, result, 0, result.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @BeforeEach
    void weave() throws ClassNotFoundException {
        woven = new Loader().loadClass(Assertions.class.getName());
    }

    @AfterEach
    void throwAgain() {
        TestFailures.end();
    }

    private Object call(String name, Class<?>[] types, Object... arguments) throws Throwable {
        Method method = woven.getMethod(name, types);
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void assertEqual(int expected, int actual) throws Throwable {
        call("assertEquals", new Class<?>[] {int.class, int.class}, expected, actual);
    }

    @Test
    void aFailureIsThrownAsAlwaysUnlessItIsSetAside() {
        AssertionError failure = assertThrows(AssertionError.class, () -> assertEqual(1, 2));
        assertEquals("expected: <1> but was: <2>", failure.getMessage());
        assertNull(TestFailures.end());
    }

    @Test
    void theFirstFailureSetAsideIsRemembered() throws Throwable {
        TestFailures.begin(true);
        assertEqual(1, 2);
        assertEqual(3, 3);
        assertEqual(5, 7);
        assertEquals("expected: <1> but was: <2>", TestFailures.end().getMessage());
        assertThrows(AssertionError.class, () -> assertEqual(1, 2));
    }

    @Test
    void anAssertionWithAResultReturnsNull() throws Throwable {
        TestFailures.begin(true);
        assertNull(call("assertThrows", new Class<?>[] {Class.class, Executable.class}, RuntimeException.class, (Executable) () -> {}));
        assertNull(call("fail", new Class<?>[] {}));
        assertTrue(TestFailures.end().getMessage().contains("RuntimeException"));
    }

    @Test
    void whatIsNoFailureOfAnAssertionIsThrown() {
        TestFailures.begin(true);
        Executable broken = () -> {
            throw new IllegalStateException("from the code under test");
        };
        Throwable thrown = assertThrows(Throwable.class,
                () -> call("assertAll", new Class<?>[] {Executable[].class}, (Object) new Executable[] {() -> {
            throw new OutOfMemoryError("from the code under test");
        }}));
        assertInstanceOf(OutOfMemoryError.class, thrown);
        assertEquals("from the code under test", assertThrows(IllegalStateException.class, broken).getMessage());
    }

    @Test
    void onlyAssertionLibrariesAreConcerned() {
        assertTrue(FailureHandlers.concern("org/junit/Assert"));
        assertTrue(FailureHandlers.concern("junit/framework/Assert"));
        assertFalse(FailureHandlers.concern("org/junit/Assume"));
    }
}
