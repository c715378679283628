package dev.oraculum.runtime.flow;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers that woven code has for methods and fields: the same name has the same number as long as this JVM runs. */
public final class Names {
    /** Set in the number of a method that is called for its result alone: it changes neither its receiver nor its arguments. */
    public static final int PURE = 1 << 30;

    private static final Map<String, Integer> NUMBERS = new ConcurrentHashMap<>();

    private Names() {}

    /**
     * A method as call and callee both know it. Virtual methods go by name and descriptor, since the class that a call names is seldom
     * the one that declares the callee.
     *
     * @param owner internal name; matters for constructors and the bodies of lambdas alone
     * @return 1 or more
     */
    public static int method(String owner, String name, String descriptor, boolean isStatic) {
        boolean ofOwner = name.equals("<init>") || name.startsWith("lambda$");
        return number(ofOwner ? owner + "." + name + descriptor : (isStatic ? "static " : "") + name + descriptor);
    }

    /** A field of objects. Fields of the same name and descriptor that a class and its superclass both declare are one. */
    public static int field(String name, String descriptor) {
        return number(name + ":" + descriptor);
    }

    /** A static field, by the class that the access names. */
    public static int staticField(String owner, String name, String descriptor) {
        return number(owner + "." + name + ":" + descriptor);
    }

    private static synchronized int number(String name) {
        return NUMBERS.computeIfAbsent(name, key -> NUMBERS.size() + 1);
    }
}
