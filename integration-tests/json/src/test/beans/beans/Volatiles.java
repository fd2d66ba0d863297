package beans;

import org.jnvm.Persistent;

/** Transient and static fields. */
@Persistent
public class Volatiles {
    public int kept = 1;
    public transient int shown = 2;
    private transient int read = 3;
    private transient int hidden = 4;
    public static int common = 5;

    public int getRead() {
        return read;
    }

    public void setRead(int read) {
        this.read = read;
    }

    public static Volatiles sample() {
        return new Volatiles();
    }

    public String state() {
        return kept + " " + shown + read + hidden;
    }
}
