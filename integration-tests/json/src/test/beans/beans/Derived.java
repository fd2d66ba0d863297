package beans;

import org.jnvm.Persistent;

/** Inherited properties, and fields of the same names. */
@Persistent
public class Derived extends Base {
    private int same = 20;
    private String more = "more";
    public int extra = 5;
    private int secret = 40;

    public String getMore() {
        return more;
    }

    public void setMore(String more) {
        this.more = more;
    }

    public String getText() {
        return text;
    }

    @Override
    public int getSame() {
        return super.getSame() * 100 + same;
    }

    public static Derived sample() {
        Derived d = new Derived();
        d.setId(9);
        d.shown = 8;
        return d;
    }

    @Override
    public String state() {
        return super.state() + same + more + extra + secret;
    }
}
