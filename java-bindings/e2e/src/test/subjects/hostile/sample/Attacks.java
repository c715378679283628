package sample;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.stream.Stream;

/** What a mutant may do at its worst. Called by a mutant, with the name of an attack. */
public class Attacks {
    private static final String MARKER = System.getProperty("hostile.marker");
    private static final int PORT = Integer.getInteger("hostile.port");
    private static final List<Object> KEPT = new ArrayList<>();

    public static void act(String group, String kind) {
        try {
            switch (group) {
                case "files" -> FileAttacks.act(kind);
                case "threads" -> ThreadAttacks.act(kind);
                case "exceptions" -> ExceptionAttacks.act(kind);
                case "processes" -> processes(kind);
                case "network" -> network(kind);
                case "jvm" -> jvm(kind);
                case "memory" -> memory(kind);
                default -> throw new IllegalArgumentException(group);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether what is global to the JVM is as it was at first. */
    public static boolean isClean() {
        return System.getProperty("hostile.changed") == null
                && System.getProperty("java.version") != null
                && Locale.getDefault().equals(Locale.US)
                && TimeZone.getDefault().getID().equals("UTC")
                && System.out != null
                && System.out.getClass() == PrintStream.class
                && Thread.getDefaultUncaughtExceptionHandler() == null
                && Thread.currentThread().getContextClassLoader() == Attacks.class.getClassLoader()
                && Security.getProvider("Hostile") == null
                && !Thread.currentThread().isInterrupted();
    }

    private static void processes(String kind) throws Exception {
        switch (kind) {
            case "start" -> new ProcessBuilder("sleep", MARKER).start();
            case "start by Runtime" -> Runtime.getRuntime().exec(new String[] {"sleep", MARKER});
            case "double fork" -> shell("setsid nohup sleep " + MARKER + " >/dev/null 2>&1 &");
            case "double fork that ignores signals" -> shell("setsid sh -c 'trap \"\" TERM HUP INT; sleep " + MARKER + "; sleep " + MARKER + "' >/dev/null 2>&1 &");
            case "200 processes" -> shell("for i in $(seq 200); do setsid sleep " + MARKER + " >/dev/null 2>&1 & done");
            case "ends the parent" -> ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly);
            case "ends the supervisor" -> ProcessHandle.of(Long.getLong("hostile.supervisor")).ifPresent(ProcessHandle::destroyForcibly);
            case "kills its own JVM by a shell" -> shell("kill -9 $PPID");
            case "kills the parent by a shell" -> shell("kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat)");
            case "kills the supervisor by a shell" -> shell("kill -9 " + Long.getLong("hostile.supervisor"));
            case "stops the supervisor by a shell" -> shell("kill -STOP " + Long.getLong("hostile.supervisor"));
            case "ends itself by ProcessHandle" -> ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void shell(String command) throws Exception {
        new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    private static void network(String kind) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        switch (kind) {
            case "accept" -> new ServerSocket(0).accept();
            case "bind" -> KEPT.add(new ServerSocket(0));
            case "connect" -> KEPT.add(new Socket(here, PORT));
            case "connect by a channel" -> KEPT.add(SocketChannel.open(new InetSocketAddress(here, PORT)));
            case "send a datagram" -> new DatagramSocket().send(new DatagramPacket(new byte[1], 1, here, PORT));
            case "rubbish on the worker's line" -> writeOnOurLine(new byte[1 << 16]);
            case "a huge frame on the worker's line" -> writeOnOurLine(hugeFrame());
            case "closes the worker's line" -> closeOurLine();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static byte[] hugeFrame() {
        byte[] frame = new byte[1 << 20];
        ByteBuffer.wrap(frame).putInt(512 << 20);
        return frame;
    }

    /** The sockets of this process, as descriptors that can be written to. */
    private static List<FileDescriptor> sockets() throws Exception {
        List<FileDescriptor> sockets = new ArrayList<>();
        Field field = FileDescriptor.class.getDeclaredField("fd");
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : links.toList()) {
                if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).toString().startsWith("socket:")) {
                    FileDescriptor socket = new FileDescriptor();
                    unsafe().putInt(socket, unsafe().objectFieldOffset(field), Integer.parseInt(link.getFileName().toString()));
                    sockets.add(socket);
                }
            }
        }
        return sockets;
    }

    private static void writeOnOurLine(byte[] bytes) throws Exception {
        for (FileDescriptor socket : sockets()) {
            try {
                new FileOutputStream(socket).write(bytes);
            } catch (IOException e) {
                // One that is listening or closed.
            }
        }
    }

    private static void closeOurLine() throws Exception {
        for (FileDescriptor socket : sockets()) {
            new FileOutputStream(socket).close();
        }
    }

    private static sun.misc.Unsafe unsafe() throws ReflectiveOperationException {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (sun.misc.Unsafe) field.get(null);
    }

    private static void jvm(String kind) throws Exception {
        switch (kind) {
            case "crash by Unsafe" -> unsafe().putAddress(0, 0);
            case "exit" -> System.exit(3);
            case "exit by reflection" -> System.class.getMethod("exit", int.class).invoke(null, 3);
            case "halt by reflection" -> Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 3);
            case "reads standard input" -> System.in.read();
            case "output flood" -> flood();
            case "closes descriptors" -> closeDescriptors();
            case "opens files without end" -> openFiles();
            case "system properties" -> properties();
            case "clears all properties" -> System.setProperties(new Properties());
            case "locale and zone" -> localeAndZone();
            case "replaces System.out" -> System.setOut(new EvilStream());
            case "System.out is null" -> System.setOut(null);
            case "context class loader" -> Thread.currentThread().setContextClassLoader(null);
            case "security provider" -> Security.insertProviderAt(new HostileProvider(), 1);
            case "removes all security providers" -> Arrays.stream(Security.getProviders()).forEach(p -> Security.removeProvider(p.getName()));
            case "security manager" -> securityManager();
            case "loads a library" -> System.loadLibrary("jsound");
            case "loads a library by path" -> System.load(libraryOfJdk());
            case "foreign function" -> foreignFunction();
            case "changes the recorder" -> changeStatics("dev.oraculum.runtime.Recorder");
            case "changes the agent" -> changeStatics("dev.oraculum.agent.Agent");
            case "ends the recording" -> dev("dev.oraculum.runtime.Recorder", "endTest").invoke(null);
            case "redefines its class" -> dev("dev.oraculum.agent.Agent", "instance").invoke(null).getClass().getMethod("restore", String.class)
                    .invoke(dev("dev.oraculum.agent.Agent", "instance").invoke(null), "sample/Subject");
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static Method dev(String type, String name) throws ReflectiveOperationException {
        return Class.forName(type).getMethod(name);
    }

    private static void flood() {
        byte[] much = new byte[1 << 16];
        Arrays.fill(much, (byte) 'x');
        while (true) {
            System.out.write(much, 0, much.length);
            System.err.write(much, 0, much.length);
        }
    }

    private static void closeDescriptors() throws IOException {
        new FileInputStream(FileDescriptor.in).close();
        new FileOutputStream(FileDescriptor.out).close();
        new FileOutputStream(FileDescriptor.err).close();
        System.in.close();
        System.out.close();
        System.err.close();
    }

    private static void openFiles() throws IOException {
        for (int i = 0; i < 100_000; i++) {
            KEPT.add(new FileInputStream("/dev/null"));
        }
    }

    private static void properties() {
        System.setProperty("hostile.changed", "yes");
        System.setProperty("user.dir", "/");
        System.setProperty("java.io.tmpdir", "/nowhere");
        System.clearProperty("java.version");
        System.setProperty("line.separator", "evil");
    }

    private static void localeAndZone() {
        Locale.setDefault(Locale.JAPAN);
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }

    static class EvilStream extends PrintStream {
        EvilStream() {
            super(System.err);
        }

        @Override
        public void println(String line) {
            ThreadAttacks.spin();
        }
    }

    static class HostileProvider extends Provider {
        private static final long serialVersionUID = 1L;

        HostileProvider() {
            super("Hostile", "1", "is first");
        }
    }

    private static void securityManager() throws Exception {
        Class<?> type = Class.forName("java.lang.SecurityManager");
        System.class.getMethod("setSecurityManager", type).invoke(null, type.getConstructor().newInstance());
    }

    private static String libraryOfJdk() throws IOException {
        return Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("jsound")).toRealPath().toString();
    }

    /** From Java 22 on native code needs no library of one's own. */
    private static void foreignFunction() throws Exception {
        Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
        Object exit = ((java.util.Optional<?>) Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class).invoke(lookup, "_exit")).orElseThrow();
        Class<?> layout = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
        Object ints = java.lang.reflect.Array.newInstance(layout, 1);
        java.lang.reflect.Array.set(ints, 0, Class.forName("java.lang.foreign.ValueLayout").getField("JAVA_INT").get(null));
        Object descriptor = descriptorType.getMethod("ofVoid", ints.getClass()).invoke(null, ints);
        Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
        Object options = java.lang.reflect.Array.newInstance(optionType, 0);
        Object handle = linkerType.getMethod("downcallHandle", Class.forName("java.lang.foreign.MemorySegment"), descriptorType, options.getClass())
                .invoke(linker, exit, descriptor, options);
        try {
            ((java.lang.invoke.MethodHandle) handle).invokeWithArguments(3);
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    private static void changeStatics(String type) throws Exception {
        for (Field field : Class.forName(type).getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (java.lang.reflect.Modifier.isStatic(modifiers) && !java.lang.reflect.Modifier.isFinal(modifiers) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                field.set(null, null);
            }
        }
    }

    private static void memory(String kind) throws Exception {
        switch (kind) {
            case "heap" -> heap();
            case "direct memory" -> direct();
            case "metaspace" -> metaspace();
            case "stack" -> stack(0);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void heap() {
        List<long[]> all = new ArrayList<>();
        while (true) {
            all.add(new long[1 << 16]);
        }
    }

    private static void direct() {
        while (true) {
            KEPT.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }

    /** A class for each class loader, until there is no room. */
    private static void metaspace() throws Exception {
        String name = "sample.Attacks$Empty";
        byte[] bytes = Attacks.class.getResourceAsStream("Attacks$Empty.class").readAllBytes();
        while (true) {
            ClassLoader loader = new ClassLoader(Attacks.class.getClassLoader()) {
                @Override
                protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                    return wanted.equals(name) ? defineClass(wanted, bytes, 0, bytes.length) : super.loadClass(wanted, resolve);
                }
            };
            KEPT.add(loader.loadClass(name));
        }
    }

    static class Empty {}

    private static int stack(int depth) {
        return stack(depth + 1) + 1;
    }
}
