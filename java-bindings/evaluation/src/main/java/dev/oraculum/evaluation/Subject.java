package dev.oraculum.evaluation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One method to improve.
 *
 * @param library the library it is from, for display
 * @param classpath files of the library
 * @param tests files of its tests and what they need
 * @param method as the command line takes it
 * @param testClasses the test classes to run
 * @param input the assertion that a developer might have written, to start from in the experiment on generalisation; null: {@code true}
 */
record Subject(String library, List<Path> classpath, List<Path> tests, String method, List<String> testClasses, String input) {

    /** Class and method without packages: {@code IntMath.mod(int,int)}. */
    String shortName() {
        int hash = method.indexOf('#');
        String type = method.substring(method.lastIndexOf('.', hash) + 1, hash);
        return type + "." + method.substring(hash + 1).replaceAll("[a-z][a-z0-9]*\\.(?=[a-zA-Z])", "");
    }

    /** {@link #shortName} as a file is called: letters, digits, {@code -} and {@code .} only. */
    String fileName() {
        return shortName().replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("-$", "");
    }

    void requireFiles() {
        for (List<Path> files : List.of(classpath, tests)) {
            for (Path file : files) {
                if (!Files.exists(file)) {
                    throw new IllegalStateException(file + " is missing: run `make build` first");
                }
            }
        }
    }
}
