package dev.oraculum.worker.batch;

/** A batch cannot be read, or asks for what is not there. */
final class DamagedBatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean ofMember;

    DamagedBatch(String what) {
        this(what, false);
    }

    /** @param ofMember a member or type does not link: what follows can be read */
    DamagedBatch(String what, boolean ofMember) {
        super(what, null, false, false);
        this.ofMember = ofMember;
    }

    boolean isOfMember() {
        return ofMember;
    }
}
