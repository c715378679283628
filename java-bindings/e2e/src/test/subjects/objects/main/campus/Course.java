package campus;

public class Course {
    private final Room room;

    public Course(Room room) {
        this.room = room;
    }

    public Room getRoom() {
        return room;
    }
}
