package dev.oraculum.ranking;

import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.runtime.FlowPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * All assertions of the generated tests, numbered: those of the test classes, of the classes nested in them, and of the superclasses that
 * are not a test framework's.
 */
public final class AssertionsOfTests {
    private static final List<String> FRAMEWORKS =
            List.of("java/", "junit/", "org/junit/", "org/evosuite/", "org/hamcrest/", "org/testng/");
    /** What the compiler calls the body of a lambda in a method. */
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

    /** @param file of the source, or null */
    private record Located(AssertionSites.Found found, AssertionSite site, String file) {}

    private final List<Located> all = new ArrayList<>();

    private AssertionsOfTests() {}

    /**
     * Finds them.
     *
     * @param classPath of the generated tests
     * @param testClasses binary names
     */
    public static AssertionsOfTests of(ClassPath classPath, List<String> testClasses, SourceTexts sources) {
        AssertionsOfTests found = new AssertionsOfTests();
        for (String name : classes(classPath, testClasses)) {
            classPath.findInProject(name).ifPresent(classFile -> found.add(classPath, classFile, sources));
        }
        return found;
    }

    private static Set<String> classes(ClassPath classPath, List<String> testClasses) {
        Set<String> classes = new TreeSet<>();
        for (String testClass : testClasses) {
            String name = testClass.replace('.', '/');
            while (name != null && classPath.findInProject(name).isPresent() && FRAMEWORKS.stream().noneMatch(name::startsWith)) {
                String outer = name + "$";
                classes.add(name);
                classPath.projectClasses().tailSet(outer).stream().takeWhile(nested -> nested.startsWith(outer)).forEach(classes::add);
                name = superName(classPath, name);
            }
        }
        return classes;
    }

    private static String superName(ClassPath classPath, String name) {
        return classPath.find(name).map(bytes -> new ClassReader(bytes).getSuperName()).orElse(null);
    }

    private void add(ClassPath classPath, byte[] classFile, SourceTexts sources) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
        String file = SourceTexts.path(node.name, node.sourceFile);
        Map<String, Integer> ordinals = new HashMap<>();
        for (AssertionSites.Found found : AssertionSites.of(classFile, classPath::find)) {
            int ordinal = ordinals.merge(found.method() + found.descriptor(), 1, Integer::sum) - 1;
            String text = sources.statement(file, found.line());
            all.add(new Located(
                    found, new AssertionSite(found.className(), found.method(), found.descriptor(), Math.max(0, found.line()), ordinal,
                            found.kind(), text), file));
        }
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** In the order of their numbers. */
    public List<AssertionSite> forEngine() {
        return all.stream().map(Located::site).toList();
    }

    /** For the worker. */
    List<FlowPlan.Site> forWorker() {
        List<FlowPlan.Site> sites = new ArrayList<>();
        for (Located each : all) {
            AssertionSites.Found found = each.found();
            sites.add(new FlowPlan.Site(found.className(), found.method(), found.descriptor(), found.instruction(), sites.size(),
                    found.form()));
        }
        return sites;
    }

    /** The source file of an assertion, {@code pkg/CTest.java}; null: unknown. */
    String file(int site) {
        return all.get(site).file();
    }

    /** The test that an assertion is written in: {@code pkg.CTest.test3}. */
    static String testName(AssertionSite site) {
        Matcher lambda = LAMBDA.matcher(site.method());
        return site.className().replace('/', '.') + "." + (lambda.matches() ? lambda.group(1) : site.method());
    }

    /** The packages that come with some classes, as prefixes; of classes without a package, their names. */
    public static List<String> librariesOf(ClassPath classPath, List<String> classes) {
        Set<Path> origins = new LinkedHashSet<>();
        classes.forEach(name -> classPath.origin(name.replace('.', '/')).ifPresent(origins::add));
        Set<String> prefixes = new TreeSet<>();
        for (String name : classPath.projectClasses()) {
            if (classPath.origin(name).filter(origins::contains).isPresent()) {
                int slash = name.lastIndexOf('/');
                prefixes.add(slash < 0 ? name : name.substring(0, slash + 1));
            }
        }
        List<String> shortest = new ArrayList<>();
        for (String prefix : prefixes) {
            String last = shortest.isEmpty() ? null : shortest.get(shortest.size() - 1);
            if (last == null || !(last.endsWith("/") && prefix.startsWith(last))) {
                shortest.add(prefix);
            }
        }
        return shortest;
    }
}
