package dev.oraculum.facts;

/**
 * A method of a class of the project that has code.
 *
 * @param owner internal name of the class that declares it
 * @param name its name, {@code <init>} for a constructor
 * @param descriptor its descriptor
 * @param access its access flags (JVMS 4.6)
 * @param classFile the class file of the owner
 */
public record ResolvedMethod(String owner, String name, String descriptor, int access, byte[] classFile) {
    /** The method in the notation users write: {@code pkg.C#m(int,java.lang.String)}, nested classes with {@code $}. */
    @Override
    public String toString() {
        return MethodReference.text(owner, name, descriptor);
    }

    public boolean isStatic() {
        return (access & 0x0008) != 0;
    }

    public boolean isConstructor() {
        return name.equals("<init>");
    }
}
