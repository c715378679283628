package dev.oraculum.pipeline;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.Records;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Keeps the records of several plans in a temporary file until they are asked for, plan by plan: together they may be more than fits into
 * memory. Units are written by one thread, and read by any once they are finished.
 */
final class RecordFile implements UnitSink, AutoCloseable {
    private final Path folder;
    private final FileChannel file;
    private final Map<Integer, List<Place>> places = new ConcurrentHashMap<>();
    private long end;

    private record Place(int plan, int test, long offset, int bytes) {}

    private RecordFile(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /** @throws CannotRunException there is no room for temporary files */
    static RecordFile create() {
        Path folder = null;
        try {
            folder = TemporaryFolders.create("records");
            return new RecordFile(folder, FileChannel.open(
                    folder.resolve("records"), StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
        } catch (IOException e) {
            if (folder != null) {
                TemporaryFolders.delete(folder);
            }
            throw noRoom(e);
        }
    }

    private static CannotRunException noRoom(IOException e) {
        return new CannotRunException(
                "what tests leave cannot be kept in a temporary file below " + System.getProperty("java.io.tmpdir") + ": "
                        + e.getMessage(), e);
    }

    @Override
    public void started(int unit) {
        places.put(unit, new ArrayList<>());
    }

    @Override
    public void test(int unit, TestRun run, List<ByteBuffer> states) {
        throw new IllegalStateException("records come by plan");
    }

    @Override
    public void test(int unit, TestRun run, Records records) {
        for (Records.Batch batch : records.batches()) {
            ByteBuffer bytes = batch.records().duplicate();
            places.get(unit).add(new Place(batch.plan(), run.index(), end, bytes.remaining()));
            try {
                while (bytes.hasRemaining()) {
                    end += file.write(bytes, end);
                }
            } catch (IOException e) {
                throw noRoom(e);
            }
        }
    }

    /**
     * Hands out the records of one plan in one unit, by test.
     *
     * @param tests which tests count
     * @param consumer gets each batch in a direct buffer, which is its own only until it returns
     */
    void forEach(int unit, int plan, IntPredicate tests, Consumer<ByteBuffer> consumer) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
        List<Place> wanted = places.getOrDefault(unit, List.of()).stream()
                .filter(place -> place.plan() == plan && tests.test(place.test()))
                .sorted(Comparator.comparingInt(Place::test))
                .toList();
        for (Place place : wanted) {
            if (buffer.capacity() < place.bytes()) {
                buffer = ByteBuffer.allocateDirect(Math.max(place.bytes(), 2 * buffer.capacity()));
            }
            buffer.clear().limit(place.bytes());
            try {
                while (buffer.hasRemaining()) {
                    if (file.read(buffer, place.offset() + buffer.position()) < 0) {
                        throw new IOException("the file has become shorter");
                    }
                }
            } catch (IOException e) {
                throw noRoom(e);
            }
            consumer.accept(buffer.flip());
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It goes with its folder.
        }
        TemporaryFolders.delete(folder);
    }
}
