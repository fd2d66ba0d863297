package beans;

import org.jnvm.Persistent;

/** Public fields, which are properties themselves. */
@Persistent
public class PublicFields {
    public int number = 1;
    public String text = "t";
    public Boolean boxed = true;
    public boolean flag = true;
    public boolean isOpen = true;
    public PublicFields next;
    public volatile char letter = 'c';
    public final int fixed;
    private int secret = 8;

    public PublicFields() {
        fixed = 9;
    }

    public static PublicFields sample() {
        PublicFields p = new PublicFields();
        p.next = new PublicFields();
        p.number = 5;
        return p;
    }

    public String state() {
        return number + text + boxed + flag + isOpen + letter + fixed + secret + (next == null ? "" : next.state());
    }
}
