package pkg;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** A drawer for each class loader, which all share: a drawer that was locked is unlocked by whoever tidies up. */
public final class Cabinet {
    private static final Map<ClassLoader, Cabinet> CABINETS = new WeakHashMap<>();

    private final Map<String, String> labels = new HashMap<>();
    private boolean locked;

    private Cabinet() {
        labels.put("top", "letters");
    }

    public static synchronized Cabinet shared() {
        return CABINETS.computeIfAbsent(Cabinet.class.getClassLoader(), any -> new Cabinet());
    }

    public void lock() {
        locked = true;
    }

    public void tidy() {
        locked = false;
        labels.keySet().retainAll(java.util.Set.of("top"));
    }

    public String label(String drawer) {
        if (locked) {
            throw new IllegalStateException("locked");
        }
        String label = labels.get(drawer);
        return label == null ? "empty" : label;
    }

    public int weigh(int letters) {
        if (locked) {
            throw new IllegalStateException("locked for good");
        }
        return letters > 100 ? 2 : letters < 0 ? -1 : 1;
    }
}
