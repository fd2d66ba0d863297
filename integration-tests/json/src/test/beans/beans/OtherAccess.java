package beans;

import org.jnvm.Persistent;

/** Fields that are neither private nor public, which no library sees. */
@Persistent
public class OtherAccess {
    int number = 1;
    protected String text = "t";
    boolean admin;
    protected OtherAccess next;

    public int getKind() {
        return 1;
    }

    public static OtherAccess sample() {
        OtherAccess p = new OtherAccess();
        p.next = new OtherAccess();
        return p;
    }

    public String state() {
        return number + text + admin + (next == null);
    }
}
