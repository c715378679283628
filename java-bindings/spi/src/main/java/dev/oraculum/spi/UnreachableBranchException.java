package dev.oraculum.spi;

/**
 * No method that a test in the package can call leads to a branch, as far as calls are followed ({@code callDepth}). A generator goes on
 * with the next one.
 */
public class UnreachableBranchException extends SeedTemplatesException {
    private static final long serialVersionUID = 1L;

    private final transient Branch branch;

    public UnreachableBranchException(Branch branch, String reason, Throwable cause) {
        super(Code.UNREACHABLE_BRANCH, reason, cause);
        this.branch = branch;
    }

    /** The branch; null, when this was serialised. */
    public Branch branch() {
        return branch;
    }
}
