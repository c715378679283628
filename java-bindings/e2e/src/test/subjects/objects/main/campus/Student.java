package campus;

import java.util.ArrayList;
import java.util.List;

public class Student {
    private Supervisor supervisor;
    private final List<Course> courses = new ArrayList<>();

    public Supervisor getSupervisor() {
        return supervisor;
    }

    public void setSupervisor(Supervisor supervisor) {
        this.supervisor = supervisor;
    }

    public List<Course> getCourses() {
        return courses;
    }

    public void attend(Course course) {
        courses.add(course);
    }
}
