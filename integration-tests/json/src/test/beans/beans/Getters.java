package beans;

import org.jnvm.Persistent;

/** Getters without setters: Jackson writes the private field. */
@Persistent
public class Getters {
    private int number = 1;
    private String text = "t";
    private boolean flag = true;
    int inPackage = 5;
    protected long inHierarchy = 6;
    int seen = 7;
    private final String code;
    private final int unread;

    public Getters() {
        code = "fixed";
        unread = 8;
    }

    public String getCode() {
        return code;
    }

    public int getNumber() {
        return number * 10;
    }

    public String getText() {
        return text;
    }

    public boolean isFlag() {
        return flag;
    }

    public int getInPackage() {
        return inPackage;
    }

    public long getInHierarchy() {
        return inHierarchy;
    }

    int getSeen() {
        return seen;
    }

    public static Getters sample() {
        Getters g = new Getters();
        g.text = "other";
        return g;
    }

    public String state() {
        return number + text + flag + inPackage + inHierarchy + seen + code + unread;
    }
}
