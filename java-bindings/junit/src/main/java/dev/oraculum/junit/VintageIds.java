package dev.oraculum.junit;

import java.util.List;
import org.junit.runner.Description;

/**
 * Names of JUnit 4's tests as the JUnit Platform has them, since an oracle's tests were run by that: {@code
 * [engine:junit-vintage]/[runner:pkg.CTest]/[test:m(pkg.CTest)]}, and between them {@code [test:[0]]} where a parameterized class has
 * several. (Vintage engine, {@code VintageTestDescriptor}; Platform, {@code UniqueIdFormat}.)
 */
final class VintageIds {
    private static final List<String> ENCODED = List.of("%", "+", "/", "[", "]", ":");

    private VintageIds() {}

    static String of(Description test) {
        String method = test.getMethodName();
        int group = method == null ? -1 : method.indexOf('[');
        return "[engine:junit-vintage]/[runner:" + encode(test.getClassName()) + "]"
                + (group < 0 ? "" : "/[test:" + encode(method.substring(group)) + "]")
                + "/[test:" + encode(test.getDisplayName()) + "]";
    }

    private static String encode(String text) {
        String encoded = text;
        for (String character : ENCODED) {
            encoded = encoded.replace(character, String.format("%%%02X", (int) character.charAt(0)));
        }
        return encoded;
    }

    /** Unique id, display name, class and method. */
    static String[] describe(Description test) {
        String method = test.getMethodName() == null ? "" : test.getMethodName();
        int group = method.indexOf('[');
        return new String[] {of(test), method, test.getClassName(), group < 0 ? method : method.substring(0, group)};
    }
}
