package campus;

public enum Language {
    ENGLISH,
    FRENCH,
    GREEK,
    LATIN
}
