package pkg;

/** Talks to a mailbox that nothing implements. */
public class Inbox {
    public interface Mailbox {
        boolean hasMore();

        String next();

        default String owner() {
            return "nobody";
        }
    }

    /** Only a mailbox that has something and then nothing more comes to an end with it. */
    public String read(Mailbox mailbox) {
        StringBuilder read = new StringBuilder(mailbox.owner());
        int letters = 0;
        while (mailbox.hasMore()) {
            String letter = mailbox.next();
            if (letter == null) {
                return "lost";
            }
            letters += letter.isEmpty() ? 0 : 1;
            read.append(':').append(letter);
        }
        return letters > 0 ? read.toString() : "empty";
    }
}
