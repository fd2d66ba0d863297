package beans;

import org.jnvm.Persistent;

/** Public fields with names that libraries do not derive from those of their accessors. */
@Persistent
public class OddNames {
    public int URL = 1;
    public int aB = 2;
    public int X = 3;
    public int _under = 4;
    public int $dollar = 5;
    public int Name = 6;
    public int eMail = 7;
    public int ärger = 8;
    public int isbn10 = 9;
    public int getter = 10;
    public int URLs = 11;
    public int a = 12;
    public String value = "13";

    public static OddNames sample() {
        OddNames o = new OddNames();
        o.eMail = 70;
        return o;
    }

    public String state() {
        return URL + " " + aB + X + _under + $dollar + Name + eMail + ärger + isbn10 + getter + URLs + a + value;
    }
}
