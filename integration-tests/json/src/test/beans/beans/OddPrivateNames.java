package beans;

import org.jnvm.Persistent;

/** Private fields with such names and getters. */
@Persistent
public class OddPrivateNames {
    private int URL = 1;
    private int eMail = 2;
    private int iPhone = 3;
    private int uRI = 4;
    private int Kind = 5;
    private int aSecret = 6;

    public int getURL() {
        return URL;
    }

    public int geteMail() {
        return eMail;
    }

    public void seteMail(int eMail) {
        this.eMail = eMail;
    }

    public int getIPhone() {
        return iPhone;
    }

    public int geturi() {
        return uRI;
    }

    public int getKind() {
        return Kind;
    }

    public static OddPrivateNames sample() {
        return new OddPrivateNames();
    }

    public String state() {
        return URL + " " + eMail + iPhone + uRI + Kind + aSecret;
    }
}
