package dev.oraculum.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which definitions of variables to record: oracle data, and where they are in the code. Made by the supervisor from class
 * files, sent to the worker as bytes.
 *
 * @param data how many data there are; sites refer to them by number, from 0
 * @param methods the methods that define them
 * @param kept of one datum in one test, how many values are kept; count and hash go on behind them
 */
public record DataPlan(int data, List<Method> methods, int kept) implements Plan {
    /** Enough to see where two runs part; what comes later still shows in the hash. */
    public static final int DEFAULT_KEPT = 64;

    public static final int MAGIC = 0x4f44_0001;

    public DataPlan {
        methods = List.copyOf(methods);
        if (data < 0 || kept < 0) {
            throw new IllegalArgumentException("numbers of data and of kept values must not be negative: " + data + ", " + kept);
        }
    }

    /**
     * A method with all its definition sites, so that they are found again in a version of the method that has others.
     *
     * @param className internal name
     * @param sites in the order of the code, parameters first
     */
    public record Method(String className, String name, String descriptor, List<Site> sites) {
        public Method {
            sites = List.copyOf(sites);
        }
    }

    /** How a site defines its variable. The order is part of the format: add at the end. */
    public enum SiteKind {
        PARAMETER,
        STORE,
        INCREMENT,
        FIELD,
        STATIC_FIELD,
        ELEMENT,
        RETURN
    }

    /**
     * A definition site.
     *
     * @param variable what tells it from other variables of its kind: name of a parameter, local or field (with its class);
     *     empty for elements and returned values
     * @param line source line, counted from the first line of the method; -1 without line numbers
     * @param sort of the value: one of {@code ZBCSIJFDL}
     * @param datum number of its datum, or -1: it is there to be told from its neighbours
     */
    public record Site(SiteKind kind, String variable, int line, char sort, int datum) {
        public Site withDatum(int number) {
            return new Site(kind, variable, line, sort, number);
        }
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(data);
        out.writeInt(kept);
        out.writeInt(methods.size());
        for (Method method : methods) {
            out.writeUTF(method.className());
            out.writeUTF(method.name());
            out.writeUTF(method.descriptor());
            out.writeInt(method.sites().size());
            for (Site site : method.sites()) {
                out.writeByte(site.kind().ordinal());
                out.writeUTF(site.variable());
                out.writeInt(site.line());
                out.writeChar(site.sort());
                out.writeInt(site.datum());
            }
        }
    }

    @Override
    public Recording recording(int place) {
        return new DataRecording(this);
    }

    /** Reads what {@link #write} wrote. */
    public static DataPlan read(DataInput in) throws IOException {
        int data = in.readInt();
        int kept = in.readInt();
        List<Method> methods = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            String className = in.readUTF();
            String name = in.readUTF();
            String descriptor = in.readUTF();
            List<Site> sites = new ArrayList<>();
            for (int j = in.readInt(); j > 0; j--) {
                sites.add(new Site(SiteKind.values()[in.readByte()], in.readUTF(), in.readInt(), in.readChar(), in.readInt()));
            }
            methods.add(new Method(className, name, descriptor, sites));
        }
        return new DataPlan(data, methods, kept);
    }
}
