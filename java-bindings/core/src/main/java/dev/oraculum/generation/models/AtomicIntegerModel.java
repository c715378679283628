package dev.oraculum.generation.models;

/** {@link java.util.concurrent.atomic.AtomicInteger} of one thread. */
final class AtomicIntegerModel {
    private int value;

    AtomicIntegerModel() {}

    AtomicIntegerModel(int value) {
        this.value = value;
    }

    public int get() {
        return value;
    }

    public int intValue() {
        return value;
    }

    public void set(int value) {
        this.value = value;
    }

    public int getAndSet(int value) {
        int before = this.value;
        this.value = value;
        return before;
    }

    public int incrementAndGet() {
        return ++value;
    }

    public int decrementAndGet() {
        return --value;
    }

    public int getAndIncrement() {
        return value++;
    }

    public int getAndDecrement() {
        return value--;
    }

    public int addAndGet(int by) {
        value += by;
        return value;
    }

    public int getAndAdd(int by) {
        int before = value;
        value += by;
        return before;
    }

    public boolean compareAndSet(int expected, int value) {
        if (this.value != expected) {
            return false;
        }
        this.value = value;
        return true;
    }
}
