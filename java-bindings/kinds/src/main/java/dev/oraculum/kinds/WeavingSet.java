package dev.oraculum.kinds;

import java.util.List;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The weavings of all plans of a run. All find their places first, then all weave, one after the other, each with locals of its own
 * behind those of the one before it.
 */
final class WeavingSet implements Weaving {
    private final List<Weaving> weavings;

    WeavingSet(List<Weaving> weavings) {
        this.weavings = weavings;
    }

    @Override
    public boolean concerns(String className) {
        return weavings.stream().anyMatch(weaving -> weaving.concerns(className));
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return weavings.stream().anyMatch(weaving -> weaving.concerns(owner, methodName, descriptor));
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        List<Runnable> prepared = weavings.stream()
                .filter(weaving -> weaving.concerns(owner.name))
                .map(weaving -> weaving.prepare(owner, method))
                .toList();
        return () -> prepared.forEach(Runnable::run);
    }

    @Override
    public void weaveBeside(ClassNode owner, MethodNode method) {
        weavings.forEach(weaving -> weaving.weaveBeside(owner, method));
    }

    @Override
    public boolean skipsInitializers() {
        return weavings.stream().anyMatch(Weaving::skipsInitializers);
    }

    @Override
    public String loss() {
        return weavings.stream().map(Weaving::loss).distinct().collect(Collectors.joining(", "));
    }

    @Override
    public boolean weavesLess(ClassNode owner, String methodName, String descriptor) {
        boolean less = false;
        for (Weaving weaving : weavings) {
            less |= weaving.weavesLess(owner, methodName, descriptor);
        }
        return less;
    }
}
