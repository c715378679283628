package dev.oraculum.agent;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.OtherTime;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StaticState;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The agent of this JVM: weaves classes as they load, and replaces method bodies by those of mutants.
 *
 * <p>Used by one thread, the worker's; only the transformer runs on many.
 */
public final class Agent {
    private static volatile Agent instance;

    private final Instrumentation instrumentation;
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    /** Class files to use in place of what a loader finds, by internal name: mutants, until they are restored. */
    private final Map<String, byte[]> mutants = new ConcurrentHashMap<>();
    /** Class files as loaders found them, for the classes of the plan and those mutated before they were loaded. */
    private final Map<ClassLoader, Map<String, byte[]>> originals = Collections.synchronizedMap(new WeakHashMap<>());

    private volatile Configuration configuration;
    private JdkWeaver jdk;

    /**
     * @param weaving of the plan; null: nothing is recorded
     * @param scope null: this JVM is not ours
     */
    private record Configuration(Weaving weaving, Scope scope) {
        /** What of a class is woven beside the plan's methods. */
        Instrumenter.Extent extent(String name, ProtectionDomain domain) {
            if (scope == null) {
                return isProgram(name, domain) ? Instrumenter.Extent.INITIALIZERS : Instrumenter.Extent.PLAN;
            }
            return scope.contains(name, domain) ? Instrumenter.Extent.TICKS : Instrumenter.Extent.PLAN;
        }

        private static boolean isProgram(String name, ProtectionDomain domain) {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            URL location = source == null ? null : source.getLocation();
            return location != null && !location.getProtocol().equals("jrt") && !Scope.isFramework(name);
        }

        /** Failed assertions are set aside in JVMs of ours only. */
        boolean handlesFailures(String name) {
            return scope != null && FailureHandlers.concern(name);
        }

        /**
         * Whether a class that is loaded already has to be woven. Its static initializer, in a JVM that is not ours, has most likely run.
         */
        boolean concerns(String name, ProtectionDomain domain) {
            return records(name) || handlesFailures(name) || extent(name, domain) == Instrumenter.Extent.TICKS;
        }

        boolean records(String name) {
            return weaving != null && weaving.concerns(name);
        }
    }

    private Agent(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    static void start(Instrumentation instrumentation) {
        Agent agent = new Agent(instrumentation);
        // Loaded before the transformer sees every class that loads, this one included.
        FailureHandlers.concern("");
        instrumentation.addTransformer(agent.new Transformer(), true);
        if (OtherTime.ON) {
            ClockReads.install(instrumentation, agent.notices::add);
        }
        instance = agent;
    }

    /**
     * The agent of this JVM.
     *
     * @throws IllegalStateException if the JVM was started without it, or it has disabled itself
     */
    public static Agent instance() {
        Agent agent = instance;
        if (agent == null) {
            throw new IllegalStateException("this JVM runs without the Oraculum agent");
        }
        return agent;
    }

    /**
     * Installs a plan in the recorder and weaves by it from now on, also what is loaded already.
     *
     * @param plan what to record, or null to record nothing
     * @param scope the classes that are bounded in time and may not end the JVM
     */
    public void configure(Plan plan, Scope scope) {
        if (plan != null) {
            Recorder.install(plan);
        }
        openCollections();
        configure(new Configuration(plan == null ? null : RecordingKinds.weaving(plan), scope));
    }

    /**
     * Weaves by a plan in a JVM that is not ours: nothing is bounded in time, nothing is kept from ending the JVM, no assertion library is
     * changed. Static initializers that run from now on are told from tests, whatever class has them.
     *
     * @param plan what to record, or null to record nothing yet
     */
    public void observe(Plan plan) {
        configure(plan, null);
    }

    /** To our runtime alone: {@link StaticState} puts back what collections hold without asking them. */
    private void openCollections() {
        Set<Module> runtime = Set.of(StaticState.class.getModule());
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
                Map.of("java.util", runtime, "java.util.concurrent", runtime), Set.of(), Map.of());
    }

    private void configure(Configuration now) {
        Configuration before = configuration;
        configuration = now;
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (concerns(now, loaded) || (before != null && concerns(before, loaded))) {
                try {
                    instrumentation.retransformClasses(loaded);
                } catch (UnmodifiableClassException | LinkageError | UnsupportedOperationException e) {
                    notices.add(loaded.getName() + " cannot be woven: " + e);
                }
            }
        }
    }

    private boolean concerns(Configuration configuration, Class<?> loaded) {
        if (loaded.getClassLoader() == null || loaded.isArray() || loaded.isHidden()) {
            return false;
        }
        return configuration.concerns(internalName(loaded), loaded.getProtectionDomain()) && instrumentation.isModifiableClass(loaded);
    }

    /**
     * Gives a class the method bodies of another class file of the same shape, woven like the original. If the class is not
     * loaded yet, it will load in this form.
     *
     * @param className internal name
     * @throws RedefinitionException if the JVM rejects it; the class is as before
     */
    public void redefine(String className, byte[] classFile) throws RedefinitionException {
        mutants.put(className, classFile);
        try {
            for (Class<?> loaded : loaded(className)) {
                redefine(loaded, classFile);
            }
        } catch (RedefinitionException e) {
            restore(className);
            throw e;
        }
    }

    /** Gives a class its own method bodies back. */
    public void restore(String className) throws RedefinitionException {
        mutants.remove(className);
        for (Class<?> loaded : loaded(className)) {
            redefine(loaded, original(loaded));
        }
    }

    private void redefine(Class<?> type, byte[] classFile) throws RedefinitionException {
        try {
            // Our transformer sees this too and weaves it.
            instrumentation.redefineClasses(new ClassDefinition(type, classFile));
        } catch (UnmodifiableClassException | ClassNotFoundException | LinkageError | UnsupportedOperationException e) {
            throw new RedefinitionException("the JVM rejects this version of " + type.getName() + ": " + e, e);
        }
    }

    private byte[] original(Class<?> type) throws RedefinitionException {
        String name = internalName(type);
        Map<String, byte[]> known = originals.get(type.getClassLoader());
        byte[] bytes = known == null ? null : known.get(name);
        if (bytes != null) {
            return bytes;
        }
        try (InputStream in = type.getClassLoader().getResourceAsStream(name + ".class")) {
            if (in == null) {
                throw new RedefinitionException("the class file of " + type.getName() + " is not to be found", null);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new RedefinitionException("the class file of " + type.getName() + " cannot be read: " + e, e);
        }
    }

    private List<Class<?>> loaded(String className) {
        String name = className.replace('/', '.');
        return Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(type -> type.getName().equals(name) && type.getClassLoader() != null)
                .<Class<?>>map(type -> type)
                .toList();
    }

    /** The classes loaded so far that have one of these internal names, of whatever loader but the bootstrap loader. */
    public List<Class<?>> loaded(Set<String> internalNames) {
        return Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(type -> type.getClassLoader() != null && internalNames.contains(internalName(type)))
                .<Class<?>>map(type -> type)
                .toList();
    }

    /** Whether every loaded class of that internal name can be redefined; true if none is loaded. */
    public boolean isModifiable(String className) {
        return loaded(className).stream().allMatch(instrumentation::isModifiableClass);
    }

    /** From now on the JDK asks {@code dev.oraculum.runtime.containment} before it does what a mutant may not. */
    public void contain() {
        if (jdk == null) {
            jdk = JdkWeaver.install(instrumentation, notices::add);
        }
    }

    /** What the choke points of a loaded class of the JDK are for and is not served; for tests. */
    List<String> uncontained(String className) {
        return jdk.missing(className);
    }

    /** Takes out the notices about what was not woven. */
    public List<String> drainNotices() {
        synchronized (notices) {
            List<String> copy = List.copyOf(notices);
            notices.clear();
            return copy;
        }
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private final class Transformer implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            Configuration current = configuration;
            if (current == null || name == null || loader == null) {
                return null;
            }
            try {
                return weave(current, loader, name, redefined, domain, classFile);
            } catch (Throwable t) {
                notices.add(name.replace('/', '.') + " is left as it is: " + t);
                return null;
            }
        }

        private byte[] weave(
                Configuration current,
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] found) {
            if (current.handlesFailures(name)) {
                return FailureHandlers.weave(found).orElse(null);
            }
            byte[] classFile = found;
            byte[] mutant = mutants.get(name);
            if (redefined == null && (mutant != null || current.records(name))) {
                originals.computeIfAbsent(loader, key -> new ConcurrentHashMap<>()).put(name, found);
                classFile = mutant == null ? found : mutant;
            }
            Instrumenter.Extent extent = current.extent(name, domain);
            if (extent == Instrumenter.Extent.PLAN && !current.records(name)) {
                return classFile == found ? null : classFile;
            }
            if (extent == Instrumenter.Extent.INITIALIZERS && !current.records(name) && !Instrumenter.hasInitializer(classFile)) {
                return null;
            }
            byte[] source = classFile;
            return new Instrumenter(current.weaving(), notices::add)
                    .instrument(source, extent)
                    .orElse(source == found ? null : source);
        }
    }
}
