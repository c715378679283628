package dev.oraculum.evaluation;

import com.ibm.wala.classLoader.IClass;
import com.ibm.wala.classLoader.IMethod;
import com.ibm.wala.classLoader.Language;
import com.ibm.wala.core.util.config.AnalysisScopeReader;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.Entrypoint;
import com.ibm.wala.ipa.callgraph.IAnalysisCacheView;
import com.ibm.wala.ipa.callgraph.impl.DefaultEntrypoint;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.cha.ClassHierarchy;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.types.ClassLoaderReference;
import com.ibm.wala.types.MethodReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarFile;

/** Call graphs of an independent analysis: WALA's. */
final class WalaCallGraph {
    /** What would take minutes and is not asked about. */
    private static final String EXCLUDED = String.join(
            "\n", "java\\/awt\\/.*", "javax\\/swing\\/.*", "sun\\/awt\\/.*", "sun\\/.*", "com\\/sun\\/.*",
            "jdk\\/internal\\/.*", "java\\/security\\/.*", "java\\/util\\/concurrent\\/.*", "java\\/util\\/stream\\/.*", "java\\/time\\/.*",
            "java\\/net\\/.*",
            "java\\/lang\\/invoke\\/.*", "java\\/lang\\/module\\/.*", "java\\/nio\\/.*", "java\\/util\\/regex\\/.*",
            "java\\/util\\/jar\\/.*", "java\\/util\\/zip\\/.*", "java\\/math\\/.*", "");

    private WalaCallGraph() {}

    /**
     * The edges between methods of application classes.
     *
     * @param entries binary names of the classes whose methods are entered
     * @param zeroOneCfa otherwise by rapid type analysis
     * @return {@code pkg/C.m(I)V -> pkg/D.n()V}
     */
    static SortedSet<String> edges(List<Path> jars, Set<String> entries, boolean zeroOneCfa) throws Exception {
        Path exclusions = Files.createTempFile("wala", ".txt");
        try {
            Files.writeString(exclusions, EXCLUDED);
            return edges(jars, entries, zeroOneCfa, exclusions);
        } finally {
            Files.delete(exclusions);
        }
    }

    private static SortedSet<String> edges(List<Path> jars, Set<String> entries, boolean zeroOneCfa, Path exclusions) throws Exception {
        AnalysisScope scope = AnalysisScopeReader.instance.makeBasePrimordialScope(exclusions.toFile());
        for (Path jar : jars) {
            add(scope, jar);
        }
        ClassHierarchy hierarchy = ClassHierarchyFactory.make(scope);
        List<Entrypoint> entrypoints = new ArrayList<>();
        for (IClass type : hierarchy) {
            boolean entered = type.getClassLoader().getReference().equals(ClassLoaderReference.Application)
                    && entries.contains(type.getName().toString().substring(1).replace('/', '.'));
            if (entered && !type.isAbstract()) {
                for (IMethod method : type.getAllMethods()) {
                    if (!method.isAbstract() && isApplication(method.getReference()) && !method.isPrivate()) {
                        entrypoints.add(new DefaultEntrypoint(method, hierarchy));
                    }
                }
            }
        }
        AnalysisOptions options = new AnalysisOptions(scope, entrypoints);
        options.setReflectionOptions(AnalysisOptions.ReflectionOptions.NONE);
        IAnalysisCacheView cache = new AnalysisCacheImpl();
        CallGraph graph = zeroOneCfa
                ? Util.makeZeroOneCFABuilder(Language.JAVA, options, cache, hierarchy).makeCallGraph(options, null)
                : Util.makeRTABuilder(options, cache, hierarchy).makeCallGraph(options, null);
        SortedSet<String> edges = new TreeSet<>();
        for (CGNode caller : graph) {
            if (!isApplication(caller.getMethod().getReference())) {
                continue;
            }
            for (Iterator<CGNode> callees = graph.getSuccNodes(caller); callees.hasNext(); ) {
                MethodReference callee = callees.next().getMethod().getReference();
                if (isApplication(callee)) {
                    edges.add(name(caller.getMethod().getReference()) + " -> " + name(callee));
                }
            }
        }
        return edges;
    }

    private static void add(AnalysisScope scope, Path jar) throws IOException {
        scope.addToScope(ClassLoaderReference.Application, new JarFile(jar.toFile()));
    }

    private static boolean isApplication(MethodReference method) {
        return method.getDeclaringClass().getClassLoader().equals(ClassLoaderReference.Application);
    }

    private static String name(MethodReference method) {
        return method.getDeclaringClass().getName().toString().substring(1) + "." + method.getSelector();
    }
}
