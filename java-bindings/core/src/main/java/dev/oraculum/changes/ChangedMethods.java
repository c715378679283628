package dev.oraculum.changes;

import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.change.ChangedCode;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.MethodList;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.patch.SourceLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Which methods of class files have changed lines. */
public final class ChangedMethods {
    private ChangedMethods() {}

    /** See {@link ChangedCode#since}. */
    public static ChangedCode since(Project project, Path folder, String revision) {
        GitChanges changes = GitChanges.since(folder, revision);
        Set<String> files = new LinkedHashSet<>();
        List<String> methods = new ArrayList<>();
        List<String> constructors = new ArrayList<>();
        Set<String> classes = new LinkedHashSet<>();
        try (ClassPath classPath = ClassPath.open(project.classPath())) {
            for (Map.Entry<String, String> changed : changedClasses(classPath, changes).entrySet()) {
                String name = changed.getKey();
                String file = changed.getValue();
                files.add(file);
                if (name.indexOf('$') < 0) {
                    classes.add(name.replace('/', '.'));
                }
                for (String method : MethodList.isNamed(name) ? MethodList.of(classPath, List.of(name), true) : List.<String>of()) {
                    ResolvedMethod resolved = MethodReference.parse(method).resolve(classPath);
                    if (touches(changes, file, resolved)) {
                        (resolved.isConstructor() ? constructors : methods).add(method);
                    }
                }
            }
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
        return new ChangedCode(changes.base(), List.copyOf(files), methods, constructors, List.copyOf(classes));
    }

    /** By internal name of a class, the changed file that it comes from, in the repository. */
    private static Map<String, String> changedClasses(ClassPath classPath, GitChanges changes) {
        Map<String, String> found = new TreeMap<>();
        for (String name : classPath.projectClasses()) {
            String folder = name.substring(0, name.lastIndexOf('/') + 1);
            List<String> candidates = changes.lines().keySet().stream()
                    .filter(file -> ("/" + file.substring(0, file.lastIndexOf('/') + 1)).endsWith("/" + folder))
                    .toList();
            byte[] classFile = candidates.isEmpty() ? null : classPath.findInProject(name).orElse(null);
            String source = classFile == null ? null : sourceFile(classFile);
            if (source != null) {
                candidates.stream().filter(file -> ("/" + file).endsWith("/" + folder + source)).findFirst()
                        .ifPresent(file -> found.put(name, file));
            }
        }
        return found;
    }

    private static String sourceFile(byte[] classFile) {
        String[] found = new String[1];
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public void visitSource(String source, String debug) {
                found[0] = source;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
        return found[0];
    }

    private static boolean touches(GitChanges changes, String file, ResolvedMethod method) {
        BitSet changed = changes.lines().get(file);
        String folder = method.owner().substring(0, method.owner().lastIndexOf('/') + 1);
        Path sources = changes.root().resolve(file);
        for (int up = -1; up < folder.chars().filter(c -> c == '/').count(); up++) {
            sources = sources.getParent();
        }
        List<String> parameters = new ArrayList<>();
        for (Type parameter : Type.getArgumentTypes(method.descriptor())) {
            parameters.add(parameter.getClassName());
        }
        SourceLines lines = SourceLines.of(sources, method.owner().replace('/', '.'), method.name(), parameters)
                .orElseGet(() -> ofClassFile(method));
        int next = changed.nextSetBit(lines.first());
        return next >= 0 && next <= lines.last();
    }

    /** Where no source can be read: from the line before the first one with code, most often the method's head. */
    private static SourceLines ofClassFile(ResolvedMethod method) {
        int[] range = {Integer.MAX_VALUE, 0};
        new ClassReader(method.classFile()).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                if (!name.equals(method.name()) || !descriptor.equals(method.descriptor())) {
                    return null;
                }
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitLineNumber(int line, Label start) {
                        range[0] = Math.min(range[0], line);
                        range[1] = Math.max(range[1], line);
                    }
                };
            }
        }, ClassReader.SKIP_FRAMES);
        return new SourceLines(Math.max(0, range[0] - 1), range[1]);
    }
}
