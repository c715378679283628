package dev.oraculum.worker.batch;

/** The tags of statements. */
final class Statements {
    static final int NULL = 0;
    static final int BOOLEAN = 1;
    static final int BYTE = 2;
    static final int SHORT = 3;
    static final int CHAR = 4;
    static final int INT = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int STRING = 9;
    static final int CLASS = 10;
    static final int INVOKE = 11;
    static final int GET = 12;
    static final int SET = 13;
    static final int ARRAY = 14;
    static final int ELEMENT = 15;
    static final int STORE = 16;
    static final int STUB = 17;
    static final int CONTENTS = 18;
    static final int STATE = 19;
    static final int RECEIVED = 20;

    private Statements() {}
}
