package dev.oraculum.generation;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a test takes where types of the JDK are asked for that are abstract, or that another type makes: types that people write, with what
 * tells them apart.
 */
final class PlatformTypes {
    private static final String ARRAY_LIST = "java/util/ArrayList";
    private static final String LINKED_LIST = "java/util/LinkedList";
    private static final String HASH_SET = "java/util/HashSet";
    private static final String LINKED_SET = "java/util/LinkedHashSet";
    private static final String TREE_SET = "java/util/TreeSet";
    private static final String HASH_MAP = "java/util/HashMap";
    private static final String LINKED_MAP = "java/util/LinkedHashMap";
    private static final String TREE_MAP = "java/util/TreeMap";
    private static final String ARRAY_DEQUE = "java/util/ArrayDeque";
    private static final String STRING = "java/lang/String";
    private static final String INTEGER = "java/lang/Integer";
    /** Its methods look up what else is of reflection ({@link ReflectedMembers}). */
    private static final String CLASS = "java/lang/Class";
    private static final String FIELD = "java/lang/reflect/Field";
    private static final String METHOD = "java/lang/reflect/Method";
    private static final String BYTES_IN = "java/io/ByteArrayInputStream";
    private static final String BYTES_OUT = "java/io/ByteArrayOutputStream";
    /** Its method {@code createGraphics} gives what draws on it. */
    private static final String IMAGE = "java/awt/image/BufferedImage";
    private static final List<String> CHANNELS = List.of("java/nio/channels/Channels", BYTES_IN, BYTES_OUT);
    /** A document makes all else that is in one. */
    private static final List<String> DOCUMENTS =
            List.of("org/w3c/dom/Document", "org/w3c/dom/Element", "org/w3c/dom/Attr", "org/w3c/dom/Text",
                    "javax/xml/parsers/DocumentBuilder", "javax/xml/parsers/DocumentBuilderFactory");

    private static final Map<String, List<String>> IMPLEMENTATIONS = Map.ofEntries(
            Map.entry("java/lang/Object", List.of(STRING, INTEGER)),
            Map.entry("java/lang/Iterable", List.of(ARRAY_LIST)),
            Map.entry("java/util/Collection", List.of(ARRAY_LIST, LINKED_SET)),
            Map.entry("java/util/AbstractCollection", List.of(ARRAY_LIST)),
            Map.entry("java/util/List", List.of(ARRAY_LIST, LINKED_LIST)),
            Map.entry("java/util/AbstractList", List.of(ARRAY_LIST)),
            Map.entry("java/util/Set", List.of(HASH_SET, LINKED_SET, TREE_SET)),
            Map.entry("java/util/AbstractSet", List.of(HASH_SET)),
            Map.entry("java/util/SortedSet", List.of(TREE_SET)),
            Map.entry("java/util/NavigableSet", List.of(TREE_SET)),
            Map.entry("java/util/Map", List.of(HASH_MAP, LINKED_MAP, TREE_MAP)),
            Map.entry("java/util/Map$Entry", List.of("java/util/AbstractMap$SimpleEntry")),
            Map.entry("java/util/AbstractMap", List.of(HASH_MAP)),
            Map.entry("java/util/SortedMap", List.of(TREE_MAP)),
            Map.entry("java/util/NavigableMap", List.of(TREE_MAP)),
            Map.entry("java/util/concurrent/ConcurrentMap", List.of("java/util/concurrent/ConcurrentHashMap")),
            Map.entry("java/util/Queue", List.of(ARRAY_DEQUE, LINKED_LIST)),
            Map.entry("java/util/Deque", List.of(ARRAY_DEQUE)),
            Map.entry("java/util/Iterator", List.of(ARRAY_LIST)),
            Map.entry("java/util/ListIterator", List.of(ARRAY_LIST)),
            Map.entry("java/util/Enumeration", List.of("java/util/Vector")),
            Map.entry("java/util/Dictionary", List.of("java/util/Hashtable")),
            Map.entry("java/util/stream/Stream", List.of(ARRAY_LIST)),
            Map.entry("java/util/Calendar", List.of("java/util/GregorianCalendar")),
            Map.entry("java/util/TimeZone", List.of("java/util/SimpleTimeZone")),
            Map.entry("java/lang/CharSequence", List.of(STRING, "java/lang/StringBuilder")),
            Map.entry("java/lang/Appendable", List.of("java/lang/StringBuilder")),
            Map.entry("java/lang/Readable", List.of("java/io/StringReader")),
            Map.entry("java/lang/Comparable", List.of(STRING, INTEGER)),
            Map.entry("java/lang/Number", List.of(INTEGER, "java/lang/Long", "java/lang/Double", "java/math/BigDecimal")),
            Map.entry("java/lang/Throwable", List.of("java/lang/RuntimeException")),
            Map.entry("java/lang/Exception", List.of("java/lang/IllegalArgumentException")),
            Map.entry("java/lang/AutoCloseable", List.of("java/io/StringReader")),
            Map.entry("java/io/Closeable", List.of("java/io/StringReader")),
            Map.entry("java/io/Serializable", List.of(STRING, INTEGER)),
            Map.entry("java/io/Reader", List.of("java/io/StringReader")),
            Map.entry("java/io/Writer", List.of("java/io/StringWriter")),
            Map.entry("java/io/InputStream", List.of(BYTES_IN)),
            Map.entry("java/io/OutputStream", List.of(BYTES_OUT)),
            Map.entry("java/nio/charset/Charset", List.of("java/nio/charset/StandardCharsets")),
            Map.entry("java/util/regex/Matcher", List.of("java/util/regex/Pattern")),
            Map.entry("java/util/regex/MatchResult", List.of("java/util/regex/Matcher", "java/util/regex/Pattern")),
            Map.entry("java/text/CharacterIterator", List.of("java/text/StringCharacterIterator")),
            Map.entry("java/text/Format", List.of("java/text/DecimalFormat", "java/text/SimpleDateFormat")),
            Map.entry("java/text/NumberFormat", List.of("java/text/DecimalFormat")),
            Map.entry("java/text/DateFormat", List.of("java/text/SimpleDateFormat")),
            Map.entry("java/time/ZoneId", List.of("java/time/ZoneOffset")),
            Map.entry("java/time/temporal/Temporal", List.of("java/time/LocalDate", "java/time/LocalDateTime")),
            Map.entry("java/time/temporal/TemporalAccessor", List.of("java/time/LocalDate", "java/time/LocalDateTime")),
            Map.entry("java/time/temporal/TemporalAmount", List.of("java/time/Duration", "java/time/Period")),
            Map.entry("java/time/temporal/TemporalUnit", List.of("java/time/temporal/ChronoUnit")),
            Map.entry("java/time/temporal/TemporalField", List.of("java/time/temporal/ChronoField")),
            Map.entry("java/time/chrono/ChronoLocalDate", List.of("java/time/LocalDate")),
            Map.entry("java/util/concurrent/Future", List.of("java/util/concurrent/CompletableFuture")),
            Map.entry("java/util/concurrent/CompletionStage", List.of("java/util/concurrent/CompletableFuture")),
            Map.entry("java/util/concurrent/BlockingQueue", List.of("java/util/concurrent/LinkedBlockingQueue")),
            Map.entry("java/util/concurrent/BlockingDeque", List.of("java/util/concurrent/LinkedBlockingDeque")),
            Map.entry("java/util/concurrent/locks/Lock", List.of("java/util/concurrent/locks/ReentrantLock")),
            Map.entry("java/util/concurrent/locks/ReadWriteLock", List.of("java/util/concurrent/locks/ReentrantReadWriteLock")),
            Map.entry("java/lang/reflect/Type", List.of(CLASS)),
            Map.entry("java/lang/reflect/AnnotatedElement", List.of(CLASS)),
            Map.entry("java/lang/reflect/GenericDeclaration", List.of(CLASS)),
            Map.entry("java/lang/reflect/Field", List.of(CLASS)),
            Map.entry("java/lang/reflect/Method", List.of(CLASS)),
            Map.entry("java/lang/reflect/Constructor", List.of(CLASS)),
            Map.entry("java/lang/reflect/Executable", List.of(CLASS, METHOD, "java/lang/reflect/Constructor")),
            Map.entry("java/lang/reflect/Member", List.of(CLASS, FIELD, METHOD)),
            Map.entry("java/lang/reflect/AccessibleObject", List.of(CLASS, FIELD, METHOD)),
            Map.entry("java/io/DataInput", List.of("java/io/DataInputStream", BYTES_IN)),
            Map.entry("java/io/DataOutput", List.of("java/io/DataOutputStream", BYTES_OUT)),
            Map.entry("java/io/ObjectInput", List.of("java/io/ObjectInputStream", BYTES_IN)),
            Map.entry("java/io/ObjectOutput", List.of("java/io/ObjectOutputStream", BYTES_OUT)),
            Map.entry("java/nio/Buffer", List.of("java/nio/ByteBuffer")),
            Map.entry("java/nio/channels/Channel",
                    List.of("java/nio/channels/Channels", "java/nio/channels/ReadableByteChannel", BYTES_IN)),
            Map.entry("java/nio/channels/ReadableByteChannel", CHANNELS),
            Map.entry("java/nio/channels/WritableByteChannel", CHANNELS),
            Map.entry("java/awt/Image", List.of(IMAGE)),
            Map.entry("java/awt/image/RenderedImage", List.of(IMAGE)),
            Map.entry("java/awt/Graphics", List.of(IMAGE)),
            Map.entry("java/awt/Graphics2D", List.of(IMAGE)),
            Map.entry("java/awt/Paint", List.of("java/awt/Color")),
            Map.entry("java/awt/Stroke", List.of("java/awt/BasicStroke")),
            Map.entry("java/awt/Shape", List.of("java/awt/geom/Rectangle2D$Double", "java/awt/geom/Ellipse2D$Double")),
            Map.entry("java/awt/geom/RectangularShape", List.of("java/awt/geom/Rectangle2D$Double")),
            Map.entry("java/awt/geom/Rectangle2D", List.of("java/awt/geom/Rectangle2D$Double")),
            Map.entry("java/awt/geom/Point2D", List.of("java/awt/geom/Point2D$Double")),
            Map.entry("java/awt/geom/Line2D", List.of("java/awt/geom/Line2D$Double")),
            Map.entry("java/awt/geom/Ellipse2D", List.of("java/awt/geom/Ellipse2D$Double")),
            Map.entry("java/awt/geom/Arc2D", List.of("java/awt/geom/Arc2D$Double")),
            Map.entry("java/awt/geom/Dimension2D", List.of("java/awt/Dimension")),
            Map.entry("org/w3c/dom/Node", DOCUMENTS),
            Map.entry("org/w3c/dom/Document", DOCUMENTS),
            Map.entry("org/w3c/dom/Element", DOCUMENTS),
            Map.entry("org/w3c/dom/Attr", DOCUMENTS),
            Map.entry("org/w3c/dom/Text", DOCUMENTS),
            Map.entry("org/w3c/dom/NodeList", DOCUMENTS),
            Map.entry("org/w3c/dom/NamedNodeMap", DOCUMENTS),
            Map.entry("org/xml/sax/Attributes", List.of("org/xml/sax/helpers/AttributesImpl")),
            Map.entry("org/xml/sax/ContentHandler", List.of("org/xml/sax/helpers/DefaultHandler")),
            Map.entry("org/xml/sax/ErrorHandler", List.of("org/xml/sax/helpers/DefaultHandler")),
            Map.entry("javax/xml/stream/XMLStreamReader", List.of("javax/xml/stream/XMLInputFactory", "java/io/StringReader")),
            Map.entry("javax/xml/stream/XMLEventReader", List.of("javax/xml/stream/XMLInputFactory", "java/io/StringReader")),
            Map.entry("javax/xml/stream/XMLStreamWriter", List.of("javax/xml/stream/XMLOutputFactory", "java/io/StringWriter")),
            Map.entry("javax/xml/transform/Source", List.of("javax/xml/transform/stream/StreamSource")),
            Map.entry("javax/xml/transform/Result", List.of("javax/xml/transform/stream/StreamResult")));

    private PlatformTypes() {}

    /** The types for which some are known. */
    static Set<String> known() {
        return IMPLEMENTATIONS.keySet();
    }

    /**
     * Whether a method gives something to write to that keeps nothing: a test could say nothing of what was written.
     *
     * @param owner internal name of a class of the JDK
     */
    static boolean isSinkWithoutTrace(String owner, String method) {
        return switch (owner) {
            case "java/io/OutputStream" -> method.equals("nullOutputStream");
            case "java/io/Writer" -> method.equals("nullWriter");
            default -> false;
        };
    }

    /**
     * Whether a member looks for prime numbers, or looks whether a number is one: of numbers as a search makes them, that was seen to
     * take more than a minute.
     *
     * @param owner internal name of a class of the JDK
     * @param descriptor of the member
     */
    static boolean looksForPrimes(String owner, String member, String descriptor) {
        boolean isPrime = member.equals("<init>") ? descriptor.equals("(IILjava/util/Random;)V") : member.endsWith("Prime");
        return owner.equals("java/math/BigInteger") && isPrime;
    }

    /** Classes of the JDK, the usual one first; empty where none is known. */
    static List<String> implementations(String internalName) {
        return IMPLEMENTATIONS.getOrDefault(internalName, List.of());
    }
}
