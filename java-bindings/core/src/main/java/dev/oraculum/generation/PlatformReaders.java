package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Methods of the JDK that say what an object has or what was done to it, and change nothing; what they say its specification fixes, so that
 * it is the same on every release. What a buffer was given and what a value is no assertion could say without them.
 */
final class PlatformReaders {
    private static final List<String> TEXT = List.of("toString");
    private static final List<String> NUMBER = List.of("get");
    private static final List<String> CHECKSUM = List.of("getValue");
    private static final List<String> LENGTH = List.of("getLength");

    private static final Map<String, List<String>> READERS = Map.ofEntries(
            Map.entry("java/lang/StringBuilder", TEXT),
            Map.entry("java/lang/StringBuffer", TEXT),
            Map.entry("java/io/StringWriter", TEXT),
            Map.entry("java/io/CharArrayWriter", TEXT),
            Map.entry("java/io/ByteArrayInputStream", List.of("available")),
            Map.entry("java/io/ByteArrayOutputStream", List.of("toByteArray", "toString")),
            Map.entry("java/io/DataOutputStream", List.of("size")),
            Map.entry("java/io/File", List.of("getPath")),
            Map.entry("java/math/BigDecimal", TEXT),
            Map.entry("java/math/BigInteger", TEXT),
            Map.entry("java/net/URI", TEXT),
            Map.entry("java/net/URL", TEXT),
            Map.entry("java/nio/Buffer", List.of("position", "remaining")),
            Map.entry("java/nio/charset/Charset", List.of("name")),
            Map.entry("java/time/DayOfWeek", TEXT),
            Map.entry("java/time/Duration", TEXT),
            Map.entry("java/time/Instant", TEXT),
            Map.entry("java/time/LocalDate", TEXT),
            Map.entry("java/time/LocalDateTime", TEXT),
            Map.entry("java/time/LocalTime", TEXT),
            Map.entry("java/time/MonthDay", TEXT),
            Map.entry("java/time/OffsetDateTime", TEXT),
            Map.entry("java/time/OffsetTime", TEXT),
            Map.entry("java/time/Period", TEXT),
            Map.entry("java/time/Year", TEXT),
            Map.entry("java/time/YearMonth", TEXT),
            Map.entry("java/time/ZonedDateTime", TEXT),
            Map.entry("java/time/ZoneOffset", TEXT),
            Map.entry("java/util/BitSet", TEXT),
            Map.entry("java/util/Calendar", List.of("getTimeInMillis")),
            Map.entry("java/util/Date", List.of("getTime")),
            Map.entry("java/util/Enumeration", List.of("hasMoreElements")),
            Map.entry("java/util/Iterator", List.of("hasNext")),
            Map.entry("java/util/ListIterator", List.of("hasNext")),
            Map.entry("java/util/OptionalDouble", TEXT),
            Map.entry("java/util/OptionalInt", TEXT),
            Map.entry("java/util/OptionalLong", TEXT),
            Map.entry("java/util/StringJoiner", TEXT),
            Map.entry("java/util/StringTokenizer", List.of("countTokens")),
            Map.entry("java/util/UUID", TEXT),
            Map.entry("java/util/concurrent/atomic/AtomicBoolean", NUMBER),
            Map.entry("java/util/concurrent/atomic/AtomicInteger", NUMBER),
            Map.entry("java/util/concurrent/atomic/AtomicLong", NUMBER),
            Map.entry("java/util/regex/Pattern", List.of("pattern")),
            Map.entry("java/util/zip/Adler32", CHECKSUM),
            Map.entry("java/util/zip/CRC32", CHECKSUM),
            Map.entry("org/w3c/dom/Document", List.of("getDocumentElement")),
            Map.entry("org/w3c/dom/NamedNodeMap", LENGTH),
            Map.entry("org/w3c/dom/Node", List.of("getAttributes", "getChildNodes", "getNamespaceURI", "getNodeName", "getNodeValue",
                    "getTextContent")),
            Map.entry("org/w3c/dom/NodeList", LENGTH));

    /** Values that assertions say as they are. */
    private static final Set<String> SAID = Set.of(
            "java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Class", "java/lang/Double", "java/lang/Float",
            "java/lang/Integer", "java/lang/Iterable", "java/lang/Long", "java/lang/Number", "java/lang/Object", "java/lang/Short",
            "java/lang/String", "java/util/Collection", "java/util/Deque", "java/util/List", "java/util/Map", "java/util/NavigableMap",
            "java/util/NavigableSet", "java/util/Optional", "java/util/Queue", "java/util/Set", "java/util/SortedMap",
            "java/util/SortedSet", "java/util/ArrayList", "java/util/HashMap", "java/util/HashSet", "java/util/LinkedHashMap",
            "java/util/LinkedHashSet", "java/util/LinkedList", "java/util/TreeMap", "java/util/TreeSet", "java/util/Vector");

    private PlatformReaders() {}

    /** @param owner internal name of a class of the JDK */
    static boolean isReader(String owner, Member member) {
        return member.kind() == MemberKind.METHOD && !member.isStatic() && member.parameters().isEmpty()
                && READERS.getOrDefault(owner, List.of()).contains(member.name());
    }

    /** Whether an assertion may say something of an object of a class of the JDK. */
    static boolean isSaid(String internalName) {
        return SAID.contains(internalName) || READERS.containsKey(internalName);
    }
}
