package legacy;

/** Accesses the fields of a class that another module makes persistent. */
public class Shifts {
    public int count;

    public void shift(Point p) {
        p.x++;
        count++;
    }
}
