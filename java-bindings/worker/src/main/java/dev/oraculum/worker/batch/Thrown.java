package dev.oraculum.worker.batch;

/** What an exception of a call says of the code under test. */
final class Thrown {
    /** The name of the class loader that has the program. */
    private static final String APPLICATION = ClassLoader.getSystemClassLoader().getName();

    private Thrown() {}

    /**
     * Whether the code under test means it: the called member declares it, or a {@code throw} of the class under test threw it, or {@link
     * java.util.Objects} at its request. What the JVM throws by itself, for a null or an index, is no deed of the code; it is told by its
     * message.
     *
     * @param declared of the member that was called
     * @param target binary name of the class under test
     */
    static boolean isMeant(Throwable thrown, Class<?>[] declared, String target) {
        for (Class<?> type : declared) {
            if (type.isInstance(thrown)) {
                return true;
            }
        }
        if (thrown instanceof VirtualMachineError || thrown instanceof LinkageError) {
            return false;
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        int at = 0;
        while (at < stack.length && isCheck(stack[at].getClassName())) {
            at++;
        }
        // The JVM throws one without a stack, made beforehand, where it throws very often.
        boolean own = at < stack.length && isOf(stack[at].getClassName(), target);
        return own && (at > 0 || !isOfJvm(thrown));
    }

    /**
     * The message of an exception that code of the program has thrown and worded. Words of the JDK are another thing: they change from one
     * release to the next. So do those that it puts together of a cause.
     *
     * @return null: it has none, or the words are not the program's
     */
    static String ownMessage(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        int at = stack.length > 0 && isNullCheck(stack[0]) ? 1 : 0;
        boolean own = at < stack.length && APPLICATION.equals(stack[at].getClassLoaderName());
        boolean worded = own && thrown.getCause() == null && (at > 0 || !isOfJvm(thrown))
                && !(thrown instanceof VirtualMachineError) && !(thrown instanceof LinkageError);
        return worded ? thrown.getMessage() : null;
    }

    private static boolean isNullCheck(StackTraceElement frame) {
        return frame.getClassName().equals("java.util.Objects") && frame.getMethodName().equals("requireNonNull");
    }

    private static boolean isCheck(String className) {
        return className.equals("java.util.Objects") || className.startsWith("jdk.internal.util.Preconditions");
    }

    private static boolean isOf(String className, String target) {
        return className.startsWith(target) && (className.length() == target.length() || className.charAt(target.length()) == '$');
    }

    private static boolean isOfJvm(Throwable thrown) {
        Class<?> type = thrown.getClass();
        if (type == ArrayStoreException.class) {
            return true;
        }
        boolean candidate = type == NullPointerException.class
                || type == ArithmeticException.class
                || type == ArrayIndexOutOfBoundsException.class
                || type == ClassCastException.class
                || type == NegativeArraySizeException.class;
        String message = candidate ? thrown.getMessage() : null;
        if (message == null) {
            return false; // Since JDK 15 every one of them has a message (JEP 358).
        }
        if (type == NullPointerException.class) {
            return message.startsWith("Cannot ");
        }
        if (type == ArithmeticException.class) {
            return message.equals("/ by zero");
        }
        if (type == ArrayIndexOutOfBoundsException.class) {
            return message.startsWith("Index ") && message.contains(" out of bounds for length ");
        }
        return type == ClassCastException.class ? message.contains(" cannot be cast to ") : message.matches("-\\d+");
    }
}
