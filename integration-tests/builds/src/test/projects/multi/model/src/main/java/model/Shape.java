package model;

import org.jnvm.Persistent;

@Persistent
public abstract class Shape {
    private String name = "shape";
    public long area;

    protected Shape(long area) {
        this.area = area;
    }

    public String rename() {
        name += "!";
        return name;
    }

    public long area() {
        return area;
    }

    public abstract int side();
}
