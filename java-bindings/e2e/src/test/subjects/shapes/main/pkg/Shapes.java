package pkg;

/** A call that may reach one method by what its receiver can be, and two by what objects there are at all. */
public final class Shapes {
    private Shapes() {}

    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        private final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            int squared = side * side;
            return squared;
        }
    }

    static final class Line implements Shape {
        private final int length;

        Line(int length) {
            this.length = length;
        }

        @Override
        public int area() {
            int none = length - length;
            return none;
        }
    }

    public static int ofSquare(int side) {
        Shape shape = new Square(side);
        int area = shape.area();
        return area;
    }

    public static int lengthOf(int length) {
        Line line = new Line(length);
        return line.length;
    }
}
