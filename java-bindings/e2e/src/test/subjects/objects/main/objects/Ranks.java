package objects;

/** Two interfaces share a class that has the field which a branch looks at; an object of one is none of the other. */
public final class Ranks {
    public interface Horse {
        int rank();
    }

    public interface Ship {
        int rank();
    }

    abstract static class Ranked {
        int rank;

        public int rank() {
            return rank;
        }
    }

    public static final class Pony extends Ranked implements Horse {}

    public static final class Raft extends Ranked implements Ship {}

    public static final class Tug extends Ranked implements Ship {}

    public String see(Horse horse) {
        return horse.rank() == 5 ? "fifth" : "another";
    }
}
