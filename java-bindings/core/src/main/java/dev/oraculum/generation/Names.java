package dev.oraculum.generation;

import java.util.Set;

/** Names of variables and methods that must differ from each other. */
final class Names {
    private Names() {}

    /** A name, with a number from 2 where it is taken; it is taken from now on. */
    static String unique(Set<String> taken, String wanted) {
        String name = wanted;
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + (Character.isDigit(wanted.charAt(wanted.length() - 1)) ? "_" : "") + number;
        }
        return name;
    }
}
