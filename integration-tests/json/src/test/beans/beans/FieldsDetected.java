package beans;

import com.fasterxml.jackson.annotation.*;
import org.jnvm.Persistent;

/** A class that asks Jackson to look at its fields only. */
@Persistent
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class FieldsDetected {
    private int number = 1;
    int inPackage = 2;
    protected String text = "t";
    public int shown = 3;
    private int aB = 4;
    private int read = 5;

    public int getRead() {
        return read * 100;
    }

    public int getMore() {
        return 6;
    }

    public static FieldsDetected sample() {
        FieldsDetected f = new FieldsDetected();
        f.number = 8;
        return f;
    }

    public String state() {
        return number + " " + inPackage + text + shown + aB + read;
    }
}
