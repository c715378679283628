package dev.oraculum.evaluation.merging;

import dev.oraculum.evaluation.generation.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A library's own tests, all of them, run by JUnit's console with assertions on.
 *
 * @param files of the library
 * @param console JUnit's console, with all that it needs in it
 */
record LibrarySuite(ReleasedLibrary.Release files, Path console) {
    private static final int MINUTES = 20;

    /**
     * What failed.
     *
     * @param failures by test the stack trace, or what the console says
     * @param tests that were run; 0: the run did not come to its end
     */
    record Outcome(Map<String, String> failures, int tests) {
        /** Those that fail here and did not before. */
        Map<String, String> not(Outcome before) {
            Map<String, String> rest = new TreeMap<>(failures);
            rest.keySet().removeAll(before.failures.keySet());
            return rest;
        }
    }

    /**
     * Runs them.
     *
     * @param patched stands before the library; null: as it is
     * @param folder for what the run leaves
     */
    Outcome run(Path patched, Path folder) throws IOException, InterruptedException {
        Path reports = folder.resolve("reports");
        Path scratch = Files.createDirectories(folder.resolve("scratch"));
        Stream<Path> own = Stream.concat(patched == null ? Stream.of() : Stream.of(patched), Stream.of(files.jar(), files.tests()));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea", "-Duser.language=en", "-Duser.country=US", "-cp",
                Patched.path(Stream.concat(Stream.of(console), Stream.concat(own, files.needs().stream()))),
                Console.LAUNCHER, "execute", "--disable-banner", "--details=none",
                "--scan-classpath=" + files.tests(), "--reports-dir=" + reports);
        Process process = new ProcessBuilder(command).directory(scratch.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("suite.log").toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return new Outcome(Map.of(), 0);
        }
        return read(reports);
    }

    static Outcome read(Path reports) throws IOException {
        Map<String, String> failures = new TreeMap<>();
        int tests = 0;
        List<Path> all;
        try (Stream<Path> found = Files.exists(reports) ? Files.list(reports) : Stream.empty()) {
            all = found.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        }
        for (Path report : all) {
            for (Element test : elements(report, "testcase")) {
                tests++;
                List<Element> wrong = new ArrayList<>(children(test, "failure"));
                wrong.addAll(children(test, "error"));
                if (!wrong.isEmpty()) {
                    failures.put(test.getAttribute("classname") + "." + test.getAttribute("name"), wrong.get(0).getTextContent());
                }
            }
        }
        return new Outcome(failures, tests);
    }

    private static List<Element> elements(Path file, String name) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return children(factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement(), name);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no report of JUnit: " + e.getMessage(), e);
        }
    }

    private static List<Element> children(Element of, String name) {
        NodeList nodes = of.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
