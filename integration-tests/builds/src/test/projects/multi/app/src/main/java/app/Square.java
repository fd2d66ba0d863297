package app;

import legacy.Point;
import model.Shape;
import org.jnvm.Persistent;

@Persistent
class Square extends Shape {
    int side;
    Point corner = new Point();

    Square(int side) {
        super((long) side * side);
        this.side = side;
    }

    @Override
    public int side() {
        return side;
    }
}
