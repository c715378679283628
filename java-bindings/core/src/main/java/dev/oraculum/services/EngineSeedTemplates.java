package dev.oraculum.services;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.generation.TemplateText;
import dev.oraculum.pipeline.ClassTemplates;
import dev.oraculum.pipeline.ClassUnderTest;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.ObjectConstructionGraph;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplates;
import dev.oraculum.spi.SeedTemplatesException;
import dev.oraculum.spi.SeedTemplatesException.Code;
import dev.oraculum.spi.SeedTemplatesProvider;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The engine's seed templates, as other generators ask for them. One call at a time: an answer takes milliseconds. */
public final class EngineSeedTemplates implements SeedTemplates {
    /** How many programs are kept: a generator works at one class, or at a few. */
    private static final int MOST_PROGRAMS = 4;

    private final ClassPath classPath;
    private final SeedSettings settings;
    /** By outermost class, so that what is answered of a class depends on no other that was asked about; the last used one is last. */
    private final Map<String, ClassTemplates> programs = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed;

    private EngineSeedTemplates(ClassPath classPath, SeedSettings settings) {
        this.classPath = classPath;
        this.settings = settings;
    }

    /** What {@link java.util.ServiceLoader} finds. */
    public static final class Provider implements SeedTemplatesProvider {
        /** For the loader of services. */
        public Provider() {}

        @Override
        public SeedTemplates open(List<Path> classPath, Map<String, String> settings) {
            if (classPath.isEmpty()) {
                throw new IllegalArgumentException("classPath is empty: name the jars or folders of the classes and of what they need");
            }
            SeedSettings chosen = SeedSettings.defaults();
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                chosen = chosen.with(setting.getKey(), setting.getValue());
            }
            SeedSettings all = chosen;
            return translated(() -> new EngineSeedTemplates(ClassPath.open(classPath), all));
        }
    }

    @Override
    public synchronized List<Branch> branches(String className) {
        return answer(() -> {
            String internal = ClassUnderTest.internalName(classPath, className);
            return program(internal).branches().stream()
                    .filter(branch -> branch.className().equals(internal) || branch.className().startsWith(internal + "$"))
                    .toList();
        });
    }

    @Override
    public synchronized List<Branch> branches(String className, String method) {
        MethodReference reference = MethodReference.parse(className + "#" + method);
        return answer(() -> {
            String internal = ClassUnderTest.internalName(classPath, className);
            ClassTemplates program = program(internal);
            var methods = program.facts().goals().stream().filter(goals -> goals.className().equals(internal)).toList();
            if (methods.stream().noneMatch(goals -> reference.matches(goals.name(), goals.descriptor()))) {
                String all = methods.stream().map(goals -> goals.name() + goals.descriptor()).sorted().collect(Collectors.joining(", "));
                throw new IllegalArgumentException(
                        "there is no method " + method + " with code in " + internal.replace('/', '.') + "; it has " + all);
            }
            return program.branches().stream()
                    .filter(branch -> branch.className().equals(internal) && reference.matches(branch.method(), branch.descriptor()))
                    .toList();
        });
    }

    @Override
    public synchronized ObjectConstructionGraph graph(Branch branch) {
        return answer(() -> program(branch).graph(branch, settings));
    }

    @Override
    public synchronized SeedTemplate forBranch(Branch branch, long seed) {
        if (seed < 0) {
            throw new IllegalArgumentException("seed is " + seed + ": expected 0 or more");
        }
        return answer(() -> program(branch).template(branch, settings, seed));
    }

    @Override
    public synchronized List<String> java(SeedTemplate template, Map<Integer, String> values) {
        for (Integer number : values.keySet()) {
            if (!template.slots().contains(number)) {
                throw new IllegalArgumentException(
                        "statement " + number + " is no slot of the template; its slots are " + template.slots());
            }
        }
        return answer(() -> TemplateText.compilable(new Hierarchy(classPath), template, values));
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            programs.values().forEach(ClassTemplates::close);
            programs.clear();
            classPath.close();
        }
    }

    private ClassTemplates program(Branch branch) {
        Objects.requireNonNull(branch.className(), "branch.className");
        Objects.requireNonNull(branch.method(), "branch.method");
        Objects.requireNonNull(branch.descriptor(), "branch.descriptor");
        return program(ClassUnderTest.internalName(classPath, branch.className()));
    }

    private ClassTemplates program(String internal) {
        String outermost = outermost(internal);
        ClassTemplates known = programs.get(outermost);
        if (known == null) {
            known = ClassTemplates.of(classPath, outermost);
            programs.put(outermost, known);
            if (programs.size() > MOST_PROGRAMS) {
                Iterator<ClassTemplates> oldest = programs.values().iterator();
                oldest.next().close();
                oldest.remove();
            }
        }
        return known;
    }

    private String outermost(String internal) {
        for (int i = internal.lastIndexOf('/') + 2; i < internal.length(); i++) {
            if (internal.charAt(i) == '$' && classPath.projectClasses().contains(internal.substring(0, i))) {
                return internal.substring(0, i);
            }
        }
        return internal;
    }

    private <T> T answer(Supplier<T> question) {
        if (closed) {
            throw new IllegalStateException("these seed templates are closed");
        }
        return translated(question);
    }

    private static <T> T translated(Supplier<T> question) {
        try {
            return question.get();
        } catch (ProjectException e) {
            String details = e.details().isEmpty() ? "" : ": " + String.join(", ", e.details());
            throw new IllegalArgumentException(e.getMessage() + details, e);
        } catch (ClassPathException e) {
            throw new SeedTemplatesException(Code.CLASS_PATH, e.getMessage(), e);
        } catch (OraculumException e) {
            boolean library = e.code() == OraculumException.Code.NATIVE_LIBRARY;
            throw new SeedTemplatesException(library ? Code.NATIVE_LIBRARY : Code.INTERNAL, e.getMessage(), e);
        }
    }
}
