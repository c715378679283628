package dev.oraculum.generation;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.KeptTests.Kept;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Writes tests as a JUnit class in the package of the class under test, or below it ({@link TestPackage}): plain Java, without anything of
 * ours, and without reflection where the code under test takes no object of it.
 * Literals and constants stand where they are used, other values have variables; what is asserted stands behind the statements.
 */
public final class TestWriter {
    private static final List<String> ASSERTIONS = List.of(
            "assertArrayEquals", "assertEquals", "assertFalse", "assertNotNull", "assertNull", "assertSame", "assertThrows", "assertTrue");
    /** Methods that every object has, and those that tests call without the name of their class. */
    private static final Set<String> NOT_FOR_METHODS = Stream.concat(
                    ASSERTIONS.stream(),
                    Stream.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"))
            .collect(Collectors.toUnmodifiableSet());

    private final TypeFacts facts;
    private final Junit junit;
    private final MemberTable table;
    private final String packageName;
    private final String[] hidden;
    private final Declarations declarations;
    private final Overloads overloads;

    /** Which JUnit the tests are for. */
    public enum Junit {
        JUNIT_4(ClassName.get("org.junit", "Test"), ClassName.get("org.junit", "Assert")),
        JUNIT_5(ClassName.get("org.junit.jupiter.api", "Test"), ClassName.get("org.junit.jupiter.api", "Assertions"));

        private final ClassName test;
        private final ClassName assertions;

        Junit(ClassName test, ClassName assertions) {
            this.test = test;
            this.assertions = assertions;
        }
    }

    /**
     * A written class.
     *
     * @param className binary name
     * @param source its text
     * @param methods by test, the name of its method
     */
    public record Written(String className, String source, List<String> methods) {
        public Written {
            methods = List.copyOf(methods);
        }

        /** Where it belongs in a folder of sources. */
        public String path() {
            return className.replace('.', '/') + ".java";
        }
    }

    /** @param classPath of the class under test */
    public TestWriter(ClassPath classPath, TypeFacts facts, Junit junit) {
        this.facts = facts;
        this.junit = junit;
        declarations = new Declarations(classPath, facts.target());
        TestPackage in = TestPackage.of(classPath, facts.target());
        packageName = in.binaryName();
        hidden = hidden(classPath, in.name());
        table = MemberTable.of(facts);
        overloads = new Overloads(table, declarations);
    }

    /** Simple names of classes of the package that hide those of {@code java.lang}, which nobody imports. */
    private String[] hidden(ClassPath classPath, String folder) {
        return classPath.projectClasses().subSet(folder, folder + Character.MAX_VALUE).stream()
                .map(name -> name.substring(folder.length()))
                .filter(name -> name.indexOf('/') < 0 && declarations.find("java/lang/" + name).isPresent())
                .toArray(String[]::new);
    }

    /**
     * Tests of one member next to each other, members in the order of the class file.
     *
     * @return places in the list
     */
    List<Integer> grouped(List<Kept> tests) {
        List<Integer> places = new ArrayList<>();
        int[] members = new int[tests.size()];
        for (int place = 0; place < tests.size(); place++) {
            places.add(place);
            members[place] = new TestMethod(table, declarations, overloads, junit, tests.get(place)).member();
        }
        places.sort(Comparator.comparingInt(place -> members[place]));
        return places;
    }

    /** Why Java cannot say a test without reflection; empty: it can. */
    public Optional<String> whyNot(Kept test) {
        try {
            new TestMethod(table, declarations, overloads, junit, test).body();
            return Optional.empty();
        } catch (TestMethod.Unwritable e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * Where the tests of a class belong in a folder of sources.
     *
     * @param target internal name of the class under test
     */
    public static String path(TestPackage in, String target) {
        return in.name() + simpleName(target) + ".java";
    }

    /** The same of the tests that show its faults. */
    public static String faultsPath(TestPackage in, String target) {
        return in.name() + faultsName(target) + ".java";
    }

    /** The simple name of the class of tests that show a fault. */
    private static String faultsName(String target) {
        return String.join("", JavaTypes.className(target).simpleNames()) + "FaultsTest";
    }

    /** The simple name of the tests' class. */
    private static String simpleName(String target) {
        return String.join("", JavaTypes.className(target).simpleNames()) + "GeneratedTest";
    }

    /**
     * Writes tests that can be written.
     *
     * @throws IllegalArgumentException one cannot
     */
    public Written write(List<Kept> tests) {
        List<Named> named = new ArrayList<>();
        for (Kept test : tests) {
            TestMethod method = new TestMethod(table, declarations, overloads, junit, test);
            named.add(new Named(method, methodName(method.name()), null));
        }
        return write(simpleName(facts.target()), named);
    }

    /**
     * Writes tests of contracts, as a class of their own.
     *
     * @param guarded objects that are null end a test
     * @throws IllegalArgumentException one cannot be written
     */
    Written write(List<ContractTest> tests, boolean guarded) {
        List<Named> named = new ArrayList<>();
        for (ContractTest test : tests) {
            named.add(new Named(
                    new TestMethod(table, declarations, overloads, junit, test, guarded), test.contract().breach(),
                    "Fails: " + test.contract().promise() + ", as the contract of the method has it."));
        }
        return write(faultsName(facts.target()), named);
    }

    /** @param comment null: none */
    private record Named(TestMethod method, String name, String comment) {}

    private Written write(String className, List<Named> tests) {
        TypeSpec.Builder type = TypeSpec.classBuilder(className).alwaysQualify(hidden);
        if (junit == Junit.JUNIT_4) {
            type.addModifiers(Modifier.PUBLIC);
        }
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Named test : tests) {
            try {
                CodeBlock body = test.method().body();
                String name = Names.unique(taken, test.name());
                names.add(name);
                MethodSpec.Builder spec = MethodSpec.methodBuilder(name).addAnnotation(junit.test).addCode(body);
                if (test.comment() != null) {
                    spec.addJavadoc("$L", test.comment());
                }
                if (junit == Junit.JUNIT_4) {
                    spec.addModifiers(Modifier.PUBLIC);
                }
                test.method().thrown().forEach(spec::addException);
                if (test.method().isUnchecked()) {
                    spec.addAnnotation(AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", "unchecked").build());
                }
                type.addMethod(spec.build());
            } catch (TestMethod.Unwritable e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
        if (tests.stream().anyMatch(test -> test.method().usesHelper())) {
            type.addMethod(StubCode.helper());
        }
        JavaFile.Builder file = JavaFile.builder(packageName, type.build()).indent("    ").skipJavaLangImports(true);
        String[] used = used(names.isEmpty(), type);
        if (used.length > 0) {
            file.addStaticImport(junit.assertions, used);
        }
        return new Written((packageName.isEmpty() ? "" : packageName + ".") + className, file.build().toString(), names);
    }

    /** The assertions that a class uses, for its imports. */
    private String[] used(boolean none, TypeSpec.Builder type) {
        String source = none ? "" : type.build().toString();
        return ASSERTIONS.stream().filter(name -> source.contains(name + "(")).toArray(String[]::new);
    }

    /** A method cannot be called as one that every object has, or as an assertion. */
    private static String methodName(String wanted) {
        return NOT_FOR_METHODS.contains(wanted) ? "test" + Character.toUpperCase(wanted.charAt(0)) + wanted.substring(1) : wanted;
    }
}
