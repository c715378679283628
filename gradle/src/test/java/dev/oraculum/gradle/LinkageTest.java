package dev.oraculum.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.Project;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * One jar runs on old and new versions of Gradle if every class, method and field of Gradle that its class files name is there in both.
 * Annotations do not count: a JVM leaves out those whose class is missing.
 */
class LinkageTest {
    private static final int API = Opcodes.ASM9;
    private static final Path CLASSES = Path.of("target/classes/dev/oraculum/gradle");
    /** Classes that are loaded only where Gradle is new enough. */
    private static final Set<String> LATER = Set.of("Modern", "Toolchains");
    private static final int FEWEST_REFERENCES = 40;
    private static final String OURS = "dev/oraculum/gradle/";

    /**
     * Something that a class file names.
     *
     * @param from class and method
     * @param member name and descriptor; empty: the class itself
     */
    private record Reference(String from, String owner, String member) {
        @Override
        public String toString() {
            return from + " uses " + owner + (member.isEmpty() ? "" : "." + member);
        }
    }

    @Test
    void everythingIsThereInTheApiThatThePluginIsCompiledWith() throws Exception {
        Path jar = Path.of(Project.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertEquals(List.of(), missing(references(name -> true), List.of(jar)));
    }

    @Test
    void everythingButWhatCameLaterIsThereInTheOldestApi() throws IOException {
        Path jar = Path.of(System.getProperty("oraculum.gradle.oldest"));
        assertTrue(Files.isRegularFile(jar), jar + " is missing: Maven's phase process-test-resources copies it");
        assertEquals(List.of(), missing(references(name -> !LATER.contains(name)), List.of(jar)));
    }

    @Test
    void itIsThereInTheInstalledGradle441Too() throws IOException {
        Path home = Path.of("/usr/share/gradle/lib");
        assumeTrue(Files.isRegularFile(home.resolve("gradle-core-api-4.4.1.jar")), "Gradle 4.4.1 is not installed in " + home);
        List<Path> jars;
        try (Stream<Path> files = Files.walk(home)) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        assertEquals(List.of(), missing(references(name -> !LATER.contains(name)), jars));
    }

    @Test
    void itFindsWhatIsMissing() throws Exception {
        Path jar = Path.of(System.getProperty("oraculum.gradle.oldest"));
        List<Reference> missing = missing(references(LATER::contains), List.of(jar));
        assertTrue(missing.stream().anyMatch(reference -> reference.member().startsWith("register(")), missing.toString());
        assertTrue(missing.stream().anyMatch(reference -> reference.owner().endsWith("JavaToolchainService")), missing.toString());
    }

    /** The configuration cache writes tasks away before they run, and a project cannot be written. */
    @Test
    void nothingThatRunsAsksTheProject() throws IOException {
        List<Reference> asked = references(name -> !name.startsWith("OraculumPlugin") && !LATER.contains(name)).stream()
                .filter(reference -> !reference.from().endsWith(".connect"))
                .filter(reference -> reference.owner().equals("org/gradle/api/Project") || reference.member().startsWith("getProject("))
                .toList();
        assertEquals(List.of(), asked);
    }

    private interface Names {
        boolean meant(String simpleName);
    }

    private static List<Reference> references(Names names) throws IOException {
        List<Reference> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(CLASSES)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                if (names.meant(name)) {
                    new ClassReader(Files.readAllBytes(file)).accept(new Collector(name, found), ClassReader.SKIP_DEBUG);
                }
            }
        }
        assertTrue(found.size() >= (names.meant("OraculumPlugin") ? FEWEST_REFERENCES : 1), found.toString());
        return found.stream().distinct().toList();
    }

    /** What of Gradle a class names, whether as an owner of members, a supertype or a part of a signature. */
    private static final class Collector extends ClassVisitor {
        private final String name;
        private final List<Reference> found;

        Collector(String name, List<Reference> found) {
            super(API);
            this.name = name;
            this.found = found;
        }

        private void add(String from, String owner, String member) {
            // A method of ours may be inherited from Gradle.
            boolean inherited = owner.startsWith(OURS) && !member.isEmpty() && !isOwn(owner, member);
            String of = inherited ? firstAbove(owner) : owner;
            if (of.startsWith("org/gradle/")) {
                found.add(new Reference(name + from, of, member));
            }
        }

        /** Whether the class of ours, or one of ours above it, declares it. */
        private static boolean isOwn(String owner, String member) {
            Members members = Members.ofClass(CLASSES.resolve(owner.substring(owner.lastIndexOf('/') + 1) + ".class"));
            return members.declared().contains(member)
                    || members.supertypes().stream().anyMatch(above -> above.startsWith(OURS) && isOwn(above, member));
        }

        /** What is not ours, above a class of ours. */
        private static String firstAbove(String owner) {
            String above = Members.ofClass(CLASSES.resolve(owner.substring(OURS.length()) + ".class")).supertypes().get(0);
            return above.startsWith(OURS) ? firstAbove(above) : above;
        }

        private void types(String from, String descriptor) {
            Type type = Type.getType(descriptor);
            List<Type> parts = new ArrayList<>(type.getSort() == Type.METHOD ? Arrays.asList(type.getArgumentTypes()) : List.of(type));
            if (type.getSort() == Type.METHOD) {
                parts.add(type.getReturnType());
            }
            for (Type part : parts) {
                Type element = part.getSort() == Type.ARRAY ? part.getElementType() : part;
                if (element.getSort() == Type.OBJECT) {
                    add(from, element.getInternalName(), "");
                }
            }
        }

        @Override
        public void visit(int version, int access, String own, String signature, String above, String[] interfaces) {
            assertTrue(version <= Opcodes.V1_8, own + " is for a newer JVM than an old Gradle has");
            add("", above, "");
            Arrays.asList(interfaces).forEach(one -> add("", one, ""));
        }

        @Override
        public FieldVisitor visitField(int access, String field, String descriptor, String signature, Object value) {
            types("." + field, descriptor);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
            String from = "." + method;
            types(from, descriptor);
            return new MethodVisitor(API) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String of, boolean isInterface) {
                    add(from, owner, called + of);
                    types(from, of);
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String of) {
                    add(from, owner, field + " " + of);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    if (!type.startsWith("[")) {
                        add(from, type, "");
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(String made, String of, Handle bootstrap, Object... arguments) {
                    types(from, of);
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            add(from, handle.getOwner(), handle.getName() + handle.getDesc());
                        } else if (argument instanceof Type type) {
                            types(from, type.getDescriptor());
                        }
                    }
                }
            };
        }
    }

    /** What a class declares, and what is above it. */
    private record Members(Set<String> declared, List<String> supertypes) {
        static Members ofClass(Path file) {
            try {
                return read(Files.readAllBytes(file));
            } catch (IOException e) {
                throw new IllegalStateException(file + " cannot be read", e);
            }
        }

        static Members read(byte[] content) {
            Set<String> declared = new TreeSet<>();
            List<String> supertypes = new ArrayList<>();
            new ClassReader(content).accept(new ClassVisitor(API) {
                @Override
                public void visit(int version, int access, String own, String signature, String above, String[] interfaces) {
                    if (above != null) {
                        supertypes.add(above);
                    }
                    supertypes.addAll(Arrays.asList(interfaces));
                }

                @Override
                public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                    declared.add(name + " " + descriptor);
                    return null;
                }

                @Override
                public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                    declared.add(name + descriptor);
                    return null;
                }
            }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return new Members(declared, supertypes);
        }
    }

    private static List<Reference> missing(List<Reference> references, List<Path> jars) throws IOException {
        Map<String, Path> places = new HashMap<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                file.stream().map(JarEntry::getName).filter(name -> name.startsWith("org/gradle/") && name.endsWith(".class"))
                        .forEach(name -> places.put(name.replace(".class", ""), jar));
            }
        }
        Map<String, Members> read = new HashMap<>();
        List<Reference> missing = new ArrayList<>();
        for (Reference reference : references) {
            if (!has(reference.owner(), reference.member(), places, read)) {
                missing.add(reference);
            }
        }
        return missing;
    }

    private static boolean has(String owner, String member, Map<String, Path> places, Map<String, Members> read) throws IOException {
        Path jar = places.get(owner);
        if (jar == null) {
            // Gradle's loggers are SLF4J's, which an installed Gradle may have elsewhere.
            return owner.startsWith("org/slf4j/") || owner.startsWith("java/") && ofJdk(owner, member);
        }
        Members members = read.get(owner);
        if (members == null) {
            try (JarFile file = new JarFile(jar.toFile())) {
                members = Members.read(file.getInputStream(file.getJarEntry(owner + ".class")).readAllBytes());
            }
            read.put(owner, members);
        }
        if (member.isEmpty() || members.declared().contains(member)) {
            return true;
        }
        for (String above : members.supertypes()) {
            if (has(above, member, places, read)) {
                return true;
            }
        }
        return false;
    }

    /** What a type of Gradle inherits from the JDK: {@code Iterable.iterator()}. */
    private static boolean ofJdk(String owner, String member) {
        try {
            Class<?> type = Class.forName(owner.replace('/', '.'));
            return Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getDeclaredMethods()))
                    .map(method -> method.getName() + Type.getMethodDescriptor(method)).collect(Collectors.toSet()).contains(member)
                    || Arrays.stream(type.getConstructors()).map(Type::getConstructorDescriptor)
                            .anyMatch(made -> member.equals("<init>" + made));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
