package dev.oraculum.kinds;

import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which classes and methods one plan concerns, and which probes go where in such a method. Stack map frames are kept and extended, never
 * computed; what a probe adds leaves the operand stack as it was.
 */
public interface Weaving {
    /** Nothing to weave. */
    Runnable NOTHING = () -> {};

    /** Whether the plan wants anything of a class, by internal name, also outside the scope of ticks. */
    boolean concerns(String className);

    /** Whether the plan records something in a method, so that it is a loss if it cannot be woven. */
    boolean concerns(ClassNode owner, String methodName, String descriptor);

    /**
     * Finds the places for probes in a method as it was read, without changing anything: what is found by number or by analysis must not
     * depend on the probes of other plans. Asked for methods of classes that the plan concerns.
     *
     * @return puts the probes there. New local variables begin at what {@code maxLocals} is by then
     */
    Runnable prepare(ClassNode owner, MethodNode method);

    /**
     * Puts probes into any method of the program, whether it is of the plan or not, after those of {@link #prepare}. Nothing may depend on
     * them: a method that would grow too long goes without.
     */
    default void weaveBeside(ClassNode owner, MethodNode method) {}

    /**
     * Whether nothing is to be recorded while a static initializer runs: in which test it does depends on the tests before it. What asks
     * for it is told of them.
     */
    default boolean skipsInitializers() {
        return false;
    }

    /** What is lost if a method that the plan concerns cannot be woven, as the end of a notice. */
    default String loss() {
        return "so none of its states can be recorded";
    }

    /**
     * A method has outgrown 64 KB, also without tick probes.
     *
     * @return whether to try again, since less will be woven into it from now on
     */
    default boolean weavesLess(ClassNode owner, String methodName, String descriptor) {
        return false;
    }
}
