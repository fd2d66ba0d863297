package beans;

import org.jnvm.Persistent;

/** Methods that are failure-atomic blocks. */
@Persistent(fa = "non-private")
public class Atomic {
    private int count = 1;
    private int secret = 2;
    public String note = "n";

    public int getCount() {
        return count;
    }

    public void setCount(int count) {
        this.count = count;
    }

    public static Atomic sample() {
        return new Atomic();
    }

    public String state() {
        return count + note + secret;
    }
}
