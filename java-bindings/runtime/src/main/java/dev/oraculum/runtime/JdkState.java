package dev.oraculum.runtime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What objects of the JDK hold whose class alone is their text: streams and buffers in memory, and holders of one reference. */
final class JdkState {
    private static final int BUFFER_LIMIT = 1 << 16;

    private JdkState() {}

    /** Whether there is more to an object than its class. By exact class: a subclass is the program's, and its methods are not called. */
    static boolean reads(Object value) {
        return switch (value.getClass().getName()) {
            case "java.io.ByteArrayOutputStream", "java.io.ByteArrayInputStream", "java.io.StringWriter", "java.io.CharArrayWriter",
                    "java.nio.HeapByteBuffer", "java.nio.HeapCharBuffer", "java.util.Optional",
                    "java.util.concurrent.atomic.AtomicReference" -> true;
            default -> false;
        };
    }

    /** What is held by reference; null if nothing is. */
    static Object held(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.orElse(null);
        }
        return value instanceof AtomicReference<?> reference ? reference.get() : null;
    }

    /** A hash over what is held by value; 0 if nothing is. */
    static long hash(Object value) {
        if (value instanceof ByteArrayOutputStream out) {
            return Arrays.hashCode(out.toByteArray());
        } else if (value instanceof ByteArrayInputStream in) {
            // How much is left: reading it would change it.
            return in.available();
        } else if (value instanceof StringWriter || value instanceof CharArrayWriter) {
            return value.toString().hashCode();
        } else if (value instanceof Buffer buffer) {
            return contents(buffer);
        }
        return 0;
    }

    private static long contents(Buffer buffer) {
        long hash = 31L * buffer.position() + buffer.limit();
        for (int i = 0; i < Math.min(buffer.limit(), BUFFER_LIMIT); i++) {
            hash = 31 * hash + (buffer instanceof ByteBuffer bytes ? bytes.get(i) : ((CharBuffer) buffer).get(i));
        }
        return hash;
    }
}
