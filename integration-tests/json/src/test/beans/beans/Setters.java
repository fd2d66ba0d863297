package beans;

import org.jnvm.Persistent;

/** Setters without getters, private ones, too. */
@Persistent
public class Setters {
    private int number = 1;
    private String text = "t";
    int inPackage = 5;
    private int hidden = 6;

    public void setNumber(int number) {
        this.number = number + 1;
    }

    void setText(String text) {
        this.text = text;
    }

    public void setInPackage(int n) {
        inPackage = n;
    }

    private void setHidden(int hidden) {
        this.hidden = hidden;
    }

    public int getKind() {
        return 1;
    }

    public static Setters sample() {
        return new Setters();
    }

    public String state() {
        return number + text + inPackage + hidden;
    }
}
