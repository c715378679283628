package pkg;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What generated calls must survive. */
public class Wild {
    private static int calls;

    public int forever(int n) {
        while (n > 3) {
            n = n % 7 + 4;
        }
        return n;
    }

    public void exit(int code) {
        System.exit(code);
    }

    public void file(String name) throws IOException {
        try (FileOutputStream out = new FileOutputStream("/tmp/oraculum-generated-wild-" + name.length())) {
            out.write(1);
        }
    }

    public int memory() {
        List<long[]> all = new ArrayList<>();
        while (true) {
            all.add(new long[1 << 20]);
        }
    }

    public int deep(int n) {
        return deep(n + 1) + 1;
    }

    public int read() throws IOException {
        return System.in.read();
    }

    /** No loop and no call of the program: nothing counts it. */
    public long endless() {
        return LongStream.range(0, Long.MAX_VALUE).sum();
    }

    public void sleep() throws InterruptedException {
        Thread.sleep(1_000_000);
    }

    public int count() {
        return ++calls;
    }

    public long clock() {
        return System.nanoTime();
    }

    public boolean positive(int n) {
        return n > 0;
    }
}
