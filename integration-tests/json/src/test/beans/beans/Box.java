package beans;

import org.jnvm.Persistent;

/** A superclass whose private field a subclass knows nothing of, though it inherits a getter of that name. */
@Persistent
public class Box {
    private int size = 5;
    private int weight = 6;

    public String state() {
        return size + " " + weight;
    }
}
