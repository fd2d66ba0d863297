package beans;

import org.jnvm.Persistent;

/** Inherits a getter from an interface, and a private field of that name from a class. */
@Persistent
public class SizedBox extends Box implements Sized {
    private int count = 7;

    @Override
    public int size() {
        return count;
    }

    public static SizedBox sample() {
        return new SizedBox();
    }

    @Override
    public String state() {
        return super.state() + count + getSize();
    }
}
