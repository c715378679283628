package pkg;

import java.util.ArrayList;
import java.util.List;

/** All objects share a list, to which anybody may add what none of them can cope with. */
public final class Phonebook {
    private static final List<String> NAMES = new ArrayList<>(List.of("Ada", "Grace"));

    /** Also null, whereupon nothing else works any more. */
    public static void register(String name) {
        NAMES.add(0, name);
    }

    public int longest() {
        int longest = 0;
        for (String name : NAMES) {
            longest = Math.max(longest, name.length());
        }
        return longest;
    }

    public String initials() {
        StringBuilder initials = new StringBuilder();
        for (String name : NAMES) {
            initials.append(name.isEmpty() ? '-' : name.charAt(0));
        }
        return initials.toString();
    }

    public int count(char letter) {
        int count = 0;
        for (String name : NAMES) {
            if (name.indexOf(letter) >= 0) {
                count++;
            }
        }
        return count;
    }
}
