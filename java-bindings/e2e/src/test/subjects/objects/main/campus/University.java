package campus;

/** Looks at objects that tests have to make from classes of their own, each a file. */
public class University {
    /** How a student does; 0: as usual. */
    public int standing(Student student) {
        if (student.getSupervisor().getCv().getAwards() == 1000) {
            return 1;
        }
        if (student.getSupervisor().getCv().getLanguage() == Language.LATIN) {
            return 2;
        }
        for (Course course : student.getCourses()) {
            if (course.getRoom().getFloor() == 13) {
                return 3;
            }
        }
        return 0;
    }
}
