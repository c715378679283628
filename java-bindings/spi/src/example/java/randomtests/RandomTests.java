package randomtests;

import dev.oraculum.spi.Branch;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplate.EnumConstant;
import dev.oraculum.spi.SeedTemplate.Primitive;
import dev.oraculum.spi.SeedTemplate.Statement;
import dev.oraculum.spi.SeedTemplate.Text;
import dev.oraculum.spi.SeedTemplates;
import dev.oraculum.spi.UnreachableBranchException;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Executable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A random test generator that is not Oraculum's, and uses its seed templates: as many tests for each branch of a class with templates as
 * without, and what each kind reached. It runs the class in its own JVM: give it code that you trust, and that ends.
 */
public final class RandomTests {
    private final Path work;
    private final List<Path> classPath;
    private final String className;
    private final int tests;
    private final Random random;

    private RandomTests(Path work, List<Path> classPath, String className, int tests, long seed) {
        this.work = work;
        this.classPath = classPath;
        this.className = className;
        this.tests = tests;
        this.random = new Random(seed);
    }

    /**
     * @param arguments folder of sources, folder or jar of classes, class, tests for each branch, seed
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 5) {
            System.err.println("expected: SOURCES CLASSES CLASS TESTS SEED, as in: src target/classes pkg.C 40 1");
            System.exit(2);
        }
        Path work = Files.createTempDirectory("randomtests");
        try {
            List<Path> classPath = List.of(Path.of(arguments[1]).toAbsolutePath());
            int tests = Integer.parseInt(arguments[3]);
            new RandomTests(work, classPath, arguments[2], tests, Long.parseLong(arguments[4])).compare(Path.of(arguments[0]));
        } finally {
            try (Stream<Path> files = Files.walk(work)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private void compare(Path sources) throws IOException, ReflectiveOperationException {
        String file = className.replace('.', '/') + ".java";
        Path instrumented = work.resolve("sources").resolve(file);
        List<Instrumentation.Condition> conditions = Instrumentation.of(sources.resolve(file), instrumented);
        Path classes = Files.createDirectories(work.resolve("classes"));
        String path = Reached.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        if (javac.run(null, null, null, "-nowarn", "-proc:none", "-d", classes.toString(), "-sourcepath", sources.toString(), "-cp", path,
                instrumented.toString()) != 0) {
            throw new IllegalStateException("the instrumented source of " + className + " does not compile");
        }
        List<Path> underTest = new ArrayList<>(List.of(classes));
        underTest.addAll(classPath);
        String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        List<List<String>> without = new ArrayList<>();
        List<List<String>> with = new ArrayList<>();
        int branches = write(underTest, without, with);
        Set<Reached.Outcome> reached = new Suite(work.resolve("without"), underTest).run(packageName, "RandomTestsOfIt", without);
        Set<Reached.Outcome> reachedWith = new Suite(work.resolve("with"), underTest).run(packageName, "RandomTestsOfIt", with);
        System.out.printf("%s: branches %d, tests %d without templates, %d with%n%n", className, branches, without.size(), with.size());
        System.out.printf("%5s  %-13s %-13s %s%n", "line", "without", "with", "condition");
        int all = 0;
        for (int number = 0; number < conditions.size(); number++) {
            Instrumentation.Condition condition = conditions.get(number);
            all += condition.isCase() ? 1 : 2;
            System.out.printf("%5d  %-13s %-13s %s%n", condition.line(), shown(number, condition, reached),
                    shown(number, condition, reachedWith), condition.text());
        }
        System.out.printf("%noutcomes reached: %d without templates, %d with, of %d%n", reached.size(), reachedWith.size(), all);
    }

    private static String shown(int number, Instrumentation.Condition condition, Set<Reached.Outcome> reached) {
        boolean isTrue = reached.contains(new Reached.Outcome(number, true));
        boolean isFalse = reached.contains(new Reached.Outcome(number, false));
        if (condition.isCase()) {
            return isTrue ? "entered" : "-";
        }
        return isTrue && isFalse ? "false, true" : isTrue ? "true" : isFalse ? "false" : "-";
    }

    /** As many tests of both kinds for each branch; those with templates are such in every second place. */
    private int write(List<Path> underTest, List<List<String>> without, List<List<String>> with)
            throws IOException, ReflectiveOperationException {
        URL[] urls = new URL[underTest.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = underTest.get(i).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(urls, RandomTests.class.getClassLoader());
                SeedTemplates templates = SeedTemplates.on(classPath)) {
            List<Branch> branches = templates.branches(className);
            for (Branch branch : branches) {
                for (int i = 0; i < tests; i++) {
                    List<String> plain = withoutTemplate(loader, branch);
                    without.add(plain);
                    with.add(i % 2 == 0 ? plain : withTemplate(templates, loader, branch, plain));
                }
            }
            return branches.size();
        }
    }

    /** A random call of the branch's method, or of any of the class, if a test cannot call that. */
    private List<String> withoutTemplate(ClassLoader loader, Branch branch) throws ReflectiveOperationException {
        Class<?> type = Class.forName(branch.className().replace('/', '.'), false, loader);
        List<Executable> all = RandomCalls.callable(type);
        List<Executable> named = all.stream().filter(member -> member.getName().equals(branch.method())).toList();
        List<Executable> choice = named.isEmpty() ? all : named;
        return choice.isEmpty() ? List.of() : new RandomCalls(random).test(type, choice.get(random.nextInt(choice.size())));
    }

    /** A template of the branch, with random values in its slots. */
    private List<String> withTemplate(SeedTemplates templates, ClassLoader loader, Branch branch, List<String> otherwise)
            throws ReflectiveOperationException {
        SeedTemplate template;
        try {
            template = templates.forBranch(branch, random.nextInt(1_000_000));
        } catch (UnreachableBranchException e) {
            return otherwise;
        }
        Map<Integer, String> values = new HashMap<>();
        for (int slot : template.slots()) {
            Statement statement = template.statements().get(slot);
            if (statement instanceof Text) {
                values.put(slot, new RandomCalls(random).literal(String.class));
            } else if (statement instanceof Primitive || statement instanceof EnumConstant) {
                Class<?> type = MethodType.fromMethodDescriptorString("()" + statement.type(), loader).returnType();
                values.put(slot, new RandomCalls(random).literal(type));
            }
        }
        return templates.java(template, values);
    }
}
