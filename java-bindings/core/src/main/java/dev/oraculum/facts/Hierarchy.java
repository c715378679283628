package dev.oraculum.facts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;

/**
 * Declarations and subtype relation of all classes of a class path, read on demand.
 *
 * <p>Subtypes of a project class are found among the project's classes; those of a JDK class also among the classes of its
 * own package (a JDK has tens of thousands of classes; {@link Purity} asks only about concrete ones, which are rarely
 * extended from another package).
 *
 * <p>The engine has a hierarchy of its own (src/program/hierarchy.rs): it answers what a call may run, of the classes whose facts it was
 * given. This one answers what Java text may name, before there are any facts: accessibility, canonical names, members with their generic
 * signatures. It has what facts leave out, and reads a class when it is asked for.
 */
public final class Hierarchy {
    /** The project's classes; a package ends with a slash. */
    private static final String PROJECT = "project";

    private final ClassPath classPath;
    private final Map<String, Optional<ClassInfo>> classes = new HashMap<>();

    public Hierarchy(ClassPath classPath) {
        this.classPath = classPath;
    }

    /** Declarations of a class; empty if it is nowhere on the class path or its class file is damaged. */
    public Optional<ClassInfo> find(String internalName) {
        Optional<ClassInfo> known = classes.get(internalName);
        if (known == null) {
            known = classPath.find(internalName).map(ClassInfo::read);
            classes.put(internalName, known);
        }
        return known;
    }

    /** Whether a class file of the project, not of the JDK, declares it. */
    public boolean isProject(String internalName) {
        return classPath.projectClasses().contains(internalName);
    }

    /** Whether {@code type} is {@code ancestor} or has it among its supertypes. */
    public boolean isSubtype(String type, String ancestor) {
        return type.equals(ancestor) || supertypes(type).contains(ancestor);
    }

    /** All supertypes, superclasses before interfaces, nearest first; without the type itself. */
    public Set<String> supertypes(String type) {
        Set<String> found = new LinkedHashSet<>();
        for (String c = superName(type); c != null; c = superName(c)) {
            found.add(c);
        }
        Deque<String> open = new ArrayDeque<>();
        open.add(type);
        open.addAll(found);
        while (!open.isEmpty()) {
            find(open.poll()).ifPresent(info -> {
                for (String i : info.interfaces()) {
                    if (found.add(i)) {
                        open.add(i);
                    }
                }
            });
        }
        return found;
    }

    private String superName(String type) {
        return find(type).map(ClassInfo::superName).orElse(null);
    }

    /** The type and all its known subtypes, sorted. */
    public Set<String> subtypes(String type) {
        Set<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String next = open.poll();
            if (found.add(next)) {
                open.addAll(directSubtypes(next));
            }
        }
        return found;
    }

    private Collection<String> directSubtypes(String type) {
        List<String> project =
                classPath.directSubtypes(PROJECT, () -> index(classPath.projectClasses())).getOrDefault(type, List.of());
        if (isProject(type)) {
            return project;
        }
        Map<String, List<String>> inPackage = classPath.directSubtypes(
                ClassInfo.packageOf(type), () -> index(classPath.jdk().classesOfPackageOf(type)));
        Set<String> all = new HashSet<>(project);
        all.addAll(inPackage.getOrDefault(type, List.of()));
        return all;
    }

    private Map<String, List<String>> index(Collection<String> names) {
        Map<String, List<String>> subtypes = new HashMap<>();
        for (String name : names) {
            find(name).ifPresent(info -> {
                if (info.superName() != null) {
                    subtypes.computeIfAbsent(info.superName(), key -> new ArrayList<>()).add(name);
                }
                for (String i : info.interfaces()) {
                    subtypes.computeIfAbsent(i, key -> new ArrayList<>()).add(name);
                }
            });
        }
        return subtypes;
    }

    /** The class or interface whose declaration of the method a call on {@code type} selects (JVMS 5.4.3.3, 5.4.6). */
    public Optional<ClassInfo> declaring(String type, String method, String descriptor) {
        ClassInfo own = find(type).orElse(null);
        if (own == null) {
            return Optional.empty();
        }
        if (own.method(method, descriptor) != null) {
            return Optional.of(own);
        }
        ClassInfo selected = null;
        for (String supertype : supertypes(type)) {
            ClassInfo info = find(supertype).orElse(null);
            ClassInfo.Member member = info == null ? null : info.method(method, descriptor);
            if (member == null) {
                continue;
            }
            if (!info.isInterface()) {
                return Optional.of(info);
            }
            boolean better = selected == null
                    || selected.method(method, descriptor).is(Opcodes.ACC_ABSTRACT) && !member.is(Opcodes.ACC_ABSTRACT)
                    || isSubtype(info.name(), selected.name());
            if (better && !member.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) {
                selected = info;
            }
        }
        return Optional.ofNullable(selected);
    }

    /** The class's name as Java source writes it: {@code java.util.Map.Entry}. */
    public String canonicalName(String internalName) {
        String name = internalName;
        String nested = "";
        for (ClassInfo info : withOuterClasses(internalName)) {
            name = info.name();
            if (info.outer() == null || info.simpleName() == null) {
                break;
            }
            nested = "." + info.simpleName() + nested;
            name = info.outer();
        }
        return name.replace('/', '.') + nested;
    }

    /** Whether source in class {@code from} may name the class: it and all classes around it are public or in reach. */
    public boolean isAccessible(String internalName, String from) {
        String last = internalName;
        for (ClassInfo info : withOuterClasses(internalName)) {
            if (info.simpleName() == null || !isInReach(info, from)) {
                return false;
            }
            last = info.outer();
        }
        return last == null;
    }

    private boolean isInReach(ClassInfo info, String from) {
        boolean samePackage = info.packageName().equals(ClassInfo.packageOf(from));
        return info.is(Opcodes.ACC_PUBLIC)
                || (samePackage && !info.is(Opcodes.ACC_PRIVATE))
                || sameTopLevel(info.name(), from)
                || (info.is(Opcodes.ACC_PROTECTED) && info.outer() != null && isSubtype(from, info.outer()));
    }

    /** Whether two classes are nested in the same top-level class, or are the same. */
    public boolean sameTopLevel(String a, String b) {
        return topLevel(a).equals(topLevel(b));
    }

    private String topLevel(String name) {
        String top = name;
        for (ClassInfo info : withOuterClasses(name)) {
            top = info.outer() == null ? info.name() : info.outer();
        }
        return top;
    }

    /**
     * A class and the classes around it, as far as they are known, nearest first; of two that say they are nested in each other, each once.
     */
    private List<ClassInfo> withOuterClasses(String name) {
        Map<String, ClassInfo> found = new LinkedHashMap<>();
        String next = name;
        while (next != null && !found.containsKey(next)) {
            ClassInfo info = find(next).orElse(null);
            if (info == null) {
                break;
            }
            found.put(next, info);
            next = info.outer();
        }
        return List.copyOf(found.values());
    }
}
