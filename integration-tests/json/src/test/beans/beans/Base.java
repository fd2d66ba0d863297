package beans;

import org.jnvm.Persistent;

/** A superclass with fields of each access. */
@Persistent
public class Base {
    private int id = 1;
    private int same = 2;
    protected String text = "base";
    public int shown = 3;
    private int secret = 4;

    public int getId() {
        return id;
    }

    public void setId(int id) {
        this.id = id;
    }

    public int getSame() {
        return same;
    }

    protected String state() {
        return id + " " + same + text + shown + secret;
    }
}
