package beans;

import org.jnvm.Persistent;

/** A default method that is a getter. */
@Persistent
public class Named implements Sized {
    private String name = "n";
    private int size = 3;

    @Override
    public int size() {
        return size;
    }

    public static Named sample() {
        return new Named();
    }

    public String state() {
        return name + size;
    }
}
