package dev.oraculum.generation.models;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** The class files of the models, each under the name of the type that it stands for. */
public final class Models {
    private static final String HERE = Models.class.getName().replaceFirst("[^.]*$", "").replace('.', '/');
    private static final String UTIL = "java/util/";

    /** By model the internal name of its type; of models that stand for no public type, of what is as good as a private class there. */
    private static final Map<Class<?>, String> TYPES = types();

    private static final SortedMap<String, byte[]> FILES = Collections.unmodifiableSortedMap(files());

    private Models() {}

    private static Map<Class<?>, String> types() {
        Map<Class<?>, String> types = new LinkedHashMap<>();
        for (Class<?> model : new Class<?>[] {
                AbstractCollectionModel.class, AbstractListModel.class, SubListModel.class, GrowingListModel.class, ArrayListModel.class,
                VectorModel.class, StackModel.class, LinkedListModel.class, ArrayDequeModel.class, HashMapModel.class,
                LinkedHashMapModel.class, HashSetModel.class, LinkedHashSetModel.class, FixedListModel.class, UnmodifiableListModel.class,
                ImmutableListModel.class, UnmodifiableCollectionModel.class, UnmodifiableSetModel.class, CollectionsModel.class,
                UnmodifiableMapModel.class, ImmutableMapModel.class, ImmutableSetModel.class, ArraysModel.class, ListModel.class,
                SetModel.class, MapModel.class, ObjectsModel.class, OptionalModel.class}) {
            types.put(model, UTIL + name(model));
        }
        types.put(AtomicIntegerModel.class, UTIL + "concurrent/atomic/AtomicInteger");
        for (Class<?> model : new Class<?>[] {
                StringReaderModel.class, BufferedReaderModel.class, ByteArrayInputStreamModel.class, ByteArrayOutputStreamModel.class,
                FilterInputStreamModel.class, DataInputStreamModel.class, BufferedInputStreamModel.class}) {
            types.put(model, "java/io/" + name(model));
        }
        for (Class<?> model : new Class<?>[] {BufferModel.class, ByteBufferModel.class, ByteOrderModel.class}) {
            types.put(model, "java/nio/" + name(model));
        }
        return types;
    }

    private static String name(Class<?> model) {
        return model.getSimpleName().replaceFirst("Model$", "");
    }

    /**
     * The class files.
     *
     * @return by internal name of the type, as {@code java/util/ArrayList}
     */
    public static SortedMap<String, byte[]> classFiles() {
        return FILES;
    }

    private static SortedMap<String, byte[]> files() {
        Remapper names = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                int end = name.indexOf('$');
                String top = end < 0 ? name : name.substring(0, end);
                for (Map.Entry<Class<?>, String> type : TYPES.entrySet()) {
                    if (top.equals(HERE + type.getKey().getSimpleName())) {
                        return type.getValue() + name.substring(top.length());
                    }
                }
                return name;
            }
        };
        SortedMap<String, byte[]> files = new TreeMap<>();
        TYPES.keySet().forEach(model -> add(files, model, names));
        return files;
    }

    private static void add(Map<String, byte[]> files, Class<?> model, Remapper names) {
        String name = model.getName().replace('.', '/');
        try (InputStream file = Models.class.getResourceAsStream("/" + name + ".class")) {
            if (file == null) {
                throw new IllegalStateException("the class file of " + model.getName() + " is missing from this installation");
            }
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(file).accept(new ClassRemapper(writer, names), ClassReader.SKIP_DEBUG);
            files.put(names.map(name), writer.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + model.getName() + " cannot be read", e);
        }
        for (Class<?> nested : model.getDeclaredClasses()) {
            add(files, nested, names);
        }
    }
}
