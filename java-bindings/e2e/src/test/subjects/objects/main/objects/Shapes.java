package objects;

/** An abstract parameter with several subclasses. */
public class Shapes {
    public abstract static class Shape {
        private String name;

        public void setName(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    public static class Circle extends Shape {
        private int radius;

        public void setRadius(int radius) {
            this.radius = radius;
        }
    }

    public static class Frame {
        private int width;

        public void setWidth(int width) {
            this.width = width;
        }
    }

    public static class Picture extends Shape {
        private Frame frame;

        public void setFrame(Frame frame) {
            this.frame = frame;
        }
    }

    public boolean target(Shape shape) {
        if (shape instanceof Circle) {
            return ((Circle) shape).radius == 1;
        }
        if (shape instanceof Picture) {
            return ((Picture) shape).frame.width == 2;
        }
        return false;
    }
}
