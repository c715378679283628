package objects;

/** A chain of objects, each of which a test has to make and to set. */
public class Awards {
    public static class Student {
        private Supervisor supervisor;

        public Supervisor getSupervisor() {
            return supervisor;
        }

        public void setSupervisor(Supervisor supervisor) {
            this.supervisor = supervisor;
        }
    }

    public static class Supervisor {
        private Cv cv;

        public Cv getCv() {
            return cv;
        }

        public void setCv(Cv cv) {
            this.cv = cv;
        }
    }

    public static class Cv {
        private int awards;

        public int getAwards() {
            return awards;
        }

        public void setAwards(int awards) {
            this.awards = awards;
        }
    }

    public boolean target(Student student) {
        return student.getSupervisor().getCv().getAwards() == 7;
    }
}
