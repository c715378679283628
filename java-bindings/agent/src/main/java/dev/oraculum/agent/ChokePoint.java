package dev.oraculum.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method of the JDK that everything of one sort goes through, and the hook that it is to ask first.
 *
 * <p>Files: {@code java.io.File} is the only caller of {@code java.io.FileSystem}, whose own methods are native on some JDKs, and
 * {@code java.nio.file} comes down to the static methods of {@code UnixNativeDispatcher}. Sockets of every kind come down to
 * {@code sun.nio.ch.Net}, processes to {@code ProcessImpl}.
 *
 * @param owner internal name of the class
 * @param hook class and method of {@code dev.oraculum.runtime.containment}
 * @param arguments of the hook: {@code this}, a parameter by its number from 0, or a field of one of them ({@code this.path})
 * @param replaced the argument whose place the hook's result takes; empty: the hook returns nothing
 * @param before a call inside of the method, {@code owner.name}, whose last argument the hook replaces; empty: the hook is asked at the
 * method's entry
 * @param purpose what it is for; of several with one purpose, a JDK needs to have but one
 */
record ChokePoint(
        String owner, String method, String descriptor, String hook, String hookDescriptor, List<String> arguments, String replaced,
        String before, String purpose) {
    private static final String HOOKS = "dev/oraculum/runtime/containment/";
    private static final String FILE = "java/io/File";
    private static final String DISPATCHER = "sun/nio/fs/UnixNativeDispatcher";
    private static final String UNIX_PATH = "Lsun/nio/fs/UnixPath;";
    private static final String TEXT = "(Ljava/lang/String;)Ljava/lang/String;";
    private static final String PATH = "(Ljava/nio/file/Path;)Ljava/nio/file/Path;";

    /** All of them, by class. A class that a JDK does not have has none to go around. */
    static Map<String, List<ChokePoint>> byClass() {
        return Stream.of(streams(), files(), paths(), openFolders(), attributes(), processes(), sockets(), globals(), MemoryPoints.all())
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(ChokePoint::owner));
    }

    // ---- files --------------------------------------------------------------------------------------------------

    private static List<ChokePoint> streams() {
        return List.of(
                replaces("java/io/FileInputStream", "open", "(Ljava/lang/String;)V", "FileHooks.read", TEXT, "0"),
                replaces("java/io/FileOutputStream", "open", "(Ljava/lang/String;Z)V", "FileHooks.write", TEXT, "0"),
                replaces("java/io/RandomAccessFile", "open", "(Ljava/lang/String;I)V", "FileHooks.open",
                        "(Ljava/lang/String;I)Ljava/lang/String;", "0", "1"),
                asks("java/io/FileDescriptor", "close", "()V", "SystemHooks.close", "(Ljava/io/FileDescriptor;)V", "this"));
    }

    private static List<ChokePoint> files() {
        List<ChokePoint> points = new ArrayList<>();
        for (String name : List.of("canRead", "canWrite", "canExecute", "exists", "isDirectory", "isFile", "isHidden")) {
            points.add(file(name, "()Z", "look"));
        }
        points.add(file("lastModified", "()J", "look"));
        points.add(file("length", "()J", "look"));
        points.add(file("normalizedList", "()[Ljava/lang/String;", "list"));
        points.add(file("mkdir", "()Z", "create"));
        points.add(file("delete", "()Z", "remove"));
        points.add(file("deleteOnExit", "()V", "remove"));
        points.add(file("setLastModified", "(J)Z", "change"));
        points.add(file("setReadOnly", "()Z", "change"));
        for (String name : List.of("setReadable", "setWritable", "setExecutable")) {
            points.add(file(name, "(ZZ)Z", "change"));
        }
        points.add(file("renameTo", "(Ljava/io/File;)Z", "move"));
        points.add(replaces(FILE, "renameTo", "(Ljava/io/File;)Z", "FileHooks.replace", "(Ljava/io/File;Ljava/lang/String;)Ljava/io/File;",
                "0", "0.path"));
        points.add(exclusively("createNewFile", "()Z"));
        points.add(exclusively("createTempFile", "(Ljava/lang/String;Ljava/lang/String;Ljava/io/File;)Ljava/io/File;"));
        return points;
    }

    private static ChokePoint file(String name, String descriptor, String hook) {
        return replaces(FILE, name, descriptor, "FileHooks." + hook, "(Ljava/io/File;Ljava/lang/String;)Ljava/io/File;", "this",
                "this.path");
    }

    private static ChokePoint exclusively(String name, String descriptor) {
        return new ChokePoint(FILE, name, descriptor, HOOKS + "FileHooks.create", TEXT, List.of(), "",
                "java/io/FileSystem.createFileExclusively", FILE + name);
    }

    private static List<ChokePoint> paths() {
        List<ChokePoint> points = new ArrayList<>(List.of(
                replaces(DISPATCHER, "open", "(" + UNIX_PATH + "II)I", "FileHooks.open", "(Ljava/nio/file/Path;I)Ljava/nio/file/Path;", "0",
                        "1"),
                path("stat", "Lsun/nio/fs/UnixFileAttributes;)V", "look"),
                path("stat", ")I", "look").is("whether a path exists"),
                path("stat2", "Lsun/nio/fs/UnixFileAttributes;)I", "look").is("whether a path exists"),
                path("lstat", "Lsun/nio/fs/UnixFileAttributes;)V", "lookAtLink"),
                path("readlink", ")[B", "lookAtLink"),
                path("exists", ")Z", "look").is("whether a path exists"),
                path("access", "I)V", "look").is("access to a path"),
                path("access", "I)I", "look").is("access to a path"),
                path("opendir", ")J", "list"),
                path("mkdir", "I)V", "create"),
                path("mknod", "IJ)V", "create"),
                path("rmdir", ")V", "remove"),
                path("unlink", ")V", "remove"),
                path("chmod", "I)V", "change").is("permissions of a path"),
                path("chown", "II)V", "change"),
                path("lchown", "II)V", "changeLink"),
                path("utimes", "JJ)V", "change").is("times of a path"),
                path("lutimes", "JJ)V", "changeLink").is("times of a path"),
                replaces(DISPATCHER, "utimensat", "(I" + UNIX_PATH + "JJI)V", "FileHooks.changeLink", PATH, "1").is("times of a path"),
                replaces(DISPATCHER, "fchmodat", "(I" + UNIX_PATH + "II)V", "FileHooks.changeLink", PATH, "1").is("permissions of a path"),
                replaces(DISPATCHER, "symlink", "([B" + UNIX_PATH + ")V", "FileHooks.create", PATH, "1")));
        // The other name of a file is as good as the file.
        points.add(replaces(DISPATCHER, "link", "(" + UNIX_PATH + UNIX_PATH + ")V", "FileHooks.changeLink", PATH, "0"));
        points.add(replaces(DISPATCHER, "link", "(" + UNIX_PATH + UNIX_PATH + ")V", "FileHooks.create", PATH, "1"));
        points.add(replaces(DISPATCHER, "rename", "(" + UNIX_PATH + UNIX_PATH + ")V", "FileHooks.move", PATH, "0"));
        points.add(replaces(DISPATCHER, "rename", "(" + UNIX_PATH + UNIX_PATH + ")V", "FileHooks.replace", PATH, "1"));
        return points;
    }

    private static ChokePoint path(String name, String rest, String hook) {
        return replaces(DISPATCHER, name, "(" + UNIX_PATH + rest, "FileHooks." + hook, PATH, "0");
    }

    private static List<ChokePoint> openFolders() {
        String at = "(I[B)[B";
        return List.of(
                replacesName("openat", "(I[BII)I", "FileHooks.openAt", "(I[BI)[B", 1, "2"),
                replacesName("fstatat", "(I[BILsun/nio/fs/UnixFileAttributes;)V", "FileHooks.lookAt", at, 1),
                replacesName("unlinkat", "(I[BI)V", "FileHooks.removeAt", at, 1),
                replacesName("renameat", "(I[BI[B)V", "FileHooks.moveAt", at, 1),
                replacesName("renameat", "(I[BI[B)V", "FileHooks.replaceAt", at, 3));
    }

    /** They open the file to read it, and then change it by its descriptor. */
    private static List<ChokePoint> attributes() {
        String basic = "sun/nio/fs/UnixFileAttributeViews$Basic";
        String posix = "sun/nio/fs/UnixFileAttributeViews$Posix";
        String named = "sun/nio/fs/UnixUserDefinedFileAttributeView";
        String dos = "sun/nio/fs/LinuxDosFileAttributeView";
        String openBasic = "sun/nio/fs/UnixSecureDirectoryStream$BasicFileAttributeViewImpl";
        String openPosix = "sun/nio/fs/UnixSecureDirectoryStream$PosixFileAttributeViewImpl";
        String times = "(Ljava/nio/file/attribute/FileTime;Ljava/nio/file/attribute/FileTime;Ljava/nio/file/attribute/FileTime;)V";
        return List.of(
                attribute(basic, "setTimes", times),
                attribute(posix, "setMode", "(I)V"),
                attribute(posix, "setOwners", "(II)V"),
                attribute(named, "write", "(Ljava/lang/String;Ljava/nio/ByteBuffer;)I"),
                attribute(named, "delete", "(Ljava/lang/String;)V"),
                attribute(dos, "updateDosAttribute", "(IZ)V"),
                asks(openBasic, "setTimes", times, "FileHooks.changeInOpenFolder", "(Ljava/nio/file/Path;)V", "this.file"),
                asks(openPosix, "setPermissions", "(Ljava/util/Set;)V", "FileHooks.changeInOpenFolder", "(Ljava/nio/file/Path;)V",
                        "this.file"),
                asks(openPosix, "setOwners", "(II)V", "FileHooks.changeInOpenFolder", "(Ljava/nio/file/Path;)V", "this.file"));
    }

    private static ChokePoint attribute(String owner, String name, String descriptor) {
        return asks(owner, name, descriptor, "FileHooks.change", PATH, "this.file");
    }

    // ---- processes, sockets, the JVM ----------------------------------------------------------------------------

    private static List<ChokePoint> processes() {
        String start = "([Ljava/lang/String;Ljava/util/Map;Ljava/lang/String;[Ljava/lang/ProcessBuilder$Redirect;Z)Ljava/lang/Process;";
        String load = "(Ljava/lang/Class;Ljava/lang/String;)V";
        String linker = "jdk/internal/foreign/abi/AbstractLinker";
        String function = "Ljava/lang/foreign/FunctionDescriptor;[Ljava/lang/foreign/Linker$Option;)Ljava/lang/invoke/MethodHandle;";
        return List.of(
                asks("java/lang/ProcessImpl", "start", start, "SystemHooks.start", "([Ljava/lang/String;)V", "0"),
                asks("java/lang/ProcessHandleImpl", "destroyProcess", "(Z)Z", "SystemHooks.destroy", "(Ljava/lang/ProcessHandle;)V",
                        "this"),
                asks("jdk/internal/misc/Signal", "raise", "(Ljdk/internal/misc/Signal;)V", "SystemHooks.raise", "(Ljava/lang/Object;)V",
                        "0"),
                exit("java/lang/Runtime", "exit"),
                exit("java/lang/Runtime", "halt"),
                exit("java/lang/Shutdown", "exit"),
                exit("java/lang/Shutdown", "halt"),
                asks("java/lang/Runtime", "load0", load, "SystemHooks.load", load, "0", "1"),
                asks("java/lang/Runtime", "loadLibrary0", load, "SystemHooks.load", load, "0", "1"),
                asks(linker, "downcallHandle", "(Ljava/lang/foreign/MemorySegment;" + function, "SystemHooks.downcall", "()V"),
                asks(linker, "downcallHandle", "(" + function, "SystemHooks.downcall", "()V"));
    }

    private static ChokePoint exit(String owner, String name) {
        return asks(owner, name, "(I)V", "SystemHooks.exit", "(I)V", "0");
    }

    private static List<ChokePoint> sockets() {
        String net = "sun/nio/ch/Net";
        String unix = "sun/nio/ch/UnixDomainSockets";
        String datagrams = "sun/nio/ch/DatagramChannelImpl";
        String oldStream = "java/net/AbstractPlainSocketImpl";
        String oldDatagram = "java/net/AbstractPlainDatagramSocketImpl";
        String inet = "(Ljava/net/InetAddress;)V";
        String path = "(Ljava/nio/file/Path;)V";
        return List.of(
                asks(net, "connect", "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)I", "SystemHooks.connect",
                        inet, "2"),
                asks(net, "bind", "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)V", "SystemHooks.bind", inet,
                        "2"),
                asks(unix, "connect", "(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)I", "SystemHooks.connect", path, "1"),
                asks(unix, "bind", "(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)V", "SystemHooks.bind", path, "1"),
                asks(datagrams, "send", "(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I", "SystemHooks.send",
                        "(Ljava/net/SocketAddress;)V", "1"),
                asks(datagrams, "blockingSend", "(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)V", "SystemHooks.send",
                        "(Ljava/net/SocketAddress;)V", "1").is("datagrams sent"),
                asks(datagrams, "blockingSend", "(Ljava/net/DatagramPacket;)V", "SystemHooks.send", "(Ljava/net/DatagramPacket;)V", "0")
                        .is("datagrams sent"),
                asks(oldStream, "connectToAddress", "(Ljava/net/InetAddress;II)V", "SystemHooks.connect", inet, "0"),
                asks(oldStream, "bind", "(Ljava/net/InetAddress;I)V", "SystemHooks.bind", inet, "0"),
                asks(oldDatagram, "connect", "(Ljava/net/InetAddress;I)V", "SystemHooks.connect", inet, "0"),
                asks(oldDatagram, "bind", "(ILjava/net/InetAddress;)V", "SystemHooks.bind", inet, "1"),
                asks(oldDatagram, "send", "(Ljava/net/DatagramPacket;)V", "SystemHooks.send", "(Ljava/net/DatagramPacket;)V", "0"));
    }

    // ---- what the whole JVM shares ------------------------------------------------------------------------------

    private static List<ChokePoint> globals() {
        return List.of(
                once("java/net/URL", "setURLStreamHandlerFactory", "(Ljava/net/URLStreamHandlerFactory;)V"),
                once("java/net/URLConnection", "setContentHandlerFactory", "(Ljava/net/ContentHandlerFactory;)V"),
                once("java/net/Socket", "setSocketImplFactory", "(Ljava/net/SocketImplFactory;)V"),
                once("java/net/ServerSocket", "setSocketFactory", "(Ljava/net/SocketImplFactory;)V"),
                once("java/net/DatagramSocket", "setDatagramSocketImplFactory", "(Ljava/net/DatagramSocketImplFactory;)V"),
                once("java/lang/System", "setSecurityManager", "(Ljava/lang/SecurityManager;)V"),
                undone("java/net/Authenticator", "setDefault", "(Ljava/net/Authenticator;)V", "authenticator"),
                undone("java/net/CookieHandler", "setDefault", "(Ljava/net/CookieHandler;)V", "cookieHandler"),
                undone("java/net/ProxySelector", "setDefault", "(Ljava/net/ProxySelector;)V", "proxySelector"),
                undone("java/net/ResponseCache", "setDefault", "(Ljava/net/ResponseCache;)V", "responseCache"),
                undone("java/net/HttpURLConnection", "setFollowRedirects", "(Z)V", "followRedirects"),
                undone("java/net/URLConnection", "setFileNameMap", "(Ljava/net/FileNameMap;)V", "fileNameMap"),
                undone("java/security/Security", "insertProviderAt", "(Ljava/security/Provider;I)I", "securityProviders"),
                undone("java/security/Security", "removeProvider", "(Ljava/lang/String;)V", "securityProviders"),
                asks("java/security/Security", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)V", "GlobalHooks.securityProperty",
                        "(Ljava/lang/String;)V", "0"),
                asks("java/lang/Runtime", "addShutdownHook", "(Ljava/lang/Thread;)V", "GlobalHooks.shutdownHook", "(Ljava/lang/Thread;)V",
                        "0"));
    }

    private static ChokePoint once(String owner, String name, String descriptor) {
        String said = owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
        return asks(owner, name, descriptor, "GlobalHooks.once", "(Ljava/lang/String;)V", '"' + said);
    }

    private static ChokePoint undone(String owner, String name, String descriptor, String hook) {
        return asks(owner, name, descriptor, "GlobalHooks." + hook, "()V");
    }

    // ---- making them --------------------------------------------------------------------------------------------

    /** The hook's first argument is replaced by what it returns. */
    private static ChokePoint replaces(String owner, String method, String descriptor, String hook, String hookDescriptor, String replaced,
            String... more) {
        List<String> arguments = Stream.concat(Stream.of(replaced), Stream.of(more)).toList();
        return new ChokePoint(owner, method, descriptor, HOOKS + hook, hookDescriptor, arguments, replaced, "",
                owner + method + descriptor);
    }

    /** The same of a name that follows the descriptor of its folder. */
    private static ChokePoint replacesName(String method, String descriptor, String hook, String hookDescriptor, int name, String... more) {
        List<String> arguments = Stream.concat(Stream.of("" + (name - 1), "" + name), Stream.of(more)).toList();
        return new ChokePoint(DISPATCHER, method, descriptor, HOOKS + hook, hookDescriptor, arguments, "" + name, "",
                DISPATCHER + method + descriptor);
    }

    static ChokePoint asks(String owner, String method, String descriptor, String hook, String hookDescriptor,
            String... arguments) {
        return new ChokePoint(owner, method, descriptor, HOOKS + hook, hookDescriptor, List.of(arguments), "", "",
                owner + method + descriptor);
    }

    private ChokePoint is(String what) {
        return new ChokePoint(owner, method, descriptor, hook, hookDescriptor, arguments, replaced, before, what);
    }

    /** For notices. */
    @Override
    public String toString() {
        return owner.replace('/', '.') + "." + method + descriptor;
    }
}
