package dev.oraculum.generation.models;

/** {@link java.nio.ByteOrder}. */
final class ByteOrderModel {
    public static final ByteOrderModel BIG_ENDIAN = new ByteOrderModel();
    public static final ByteOrderModel LITTLE_ENDIAN = new ByteOrderModel();

    private ByteOrderModel() {}

    public static ByteOrderModel nativeOrder() {
        throw Intrinsics.unmodelled();
    }

    @Override
    public String toString() {
        return this == BIG_ENDIAN ? "BIG_ENDIAN" : "LITTLE_ENDIAN";
    }
}
