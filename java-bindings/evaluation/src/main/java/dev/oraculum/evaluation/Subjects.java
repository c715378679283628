package dev.oraculum.evaluation;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the list of subjects and finds their files in a built checkout. */
final class Subjects {
    private record Group(String library, List<String> classpath, List<String> tests, List<Entry> subjects) {}

    private record Entry(String method, List<String> testClasses, String input) {}

    private Subjects() {}

    /**
     * The subjects of {@code improve-subjects.json}.
     *
     * @param checkout the top folder of a built checkout
     */
    static List<Subject> read(Path checkout) throws IOException {
        try (InputStream in = Subjects.class.getResourceAsStream("improve-subjects.json")) {
            List<Group> groups = new ObjectMapper().readValue(in, new TypeReference<>() {});
            List<Subject> subjects = new ArrayList<>();
            for (Group group : groups) {
                List<Path> classpath = files(checkout, group.classpath());
                List<Path> tests = files(checkout, group.tests());
                for (Entry entry : group.subjects()) {
                    subjects.add(new Subject(group.library(), classpath, tests, entry.method(), entry.testClasses(), entry.input()));
                }
            }
            subjects.forEach(Subject::requireFiles);
            return subjects;
        }
    }

    private static List<Path> files(Path checkout, List<String> names) {
        Path modules = checkout.resolve("java-bindings");
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            files.add(switch (name) {
                case "own-suites" -> modules.resolve("evaluation/target/classes");
                case "own-subjects" -> modules.resolve("subjects/target/classes");
                case "own-subject-tests" -> modules.resolve("subjects/target/test-classes");
                default -> modules.resolve("evaluation/target/libraries").resolve(name);
            });
        }
        return files;
    }
}
