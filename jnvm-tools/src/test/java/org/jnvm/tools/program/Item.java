package org.jnvm.tools.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.Persistent;
import org.jnvm.pdt.PString;

/** A field of each kind. */
@Persistent
class Item {
    boolean z;
    byte b;
    short s;
    char c;
    int i;
    float f;
    long l;
    double d;
    String name;
    Long large;
    Double rate;
    Integer small;
    Boolean flag;
    Character letter;
    Color color;
    PString label;
    Item next;

    Item(int number) {
        z = number % 2 == 0;
        b = (byte) -number;
        s = (short) (number * 7);
        c = (char) ('a' + number);
        i = number * 1_000_003;
        f = number / 3f;
        l = number * 1_000_000_007L;
        d = number / 7.0;
        name = number % 5 == 0 ? null : "name \u20ac\ud83d" + "x".repeat(number * 20) + number;
        large = number % 3 == 0 ? null : (long) number << 40;
        rate = number % 4 == 0 ? null : number * 0.1;
        small = number % 2 == 0 ? null : -number;
        flag = number % 3 == 1;
        letter = (char) ('A' + number);
        color = number % 4 == 3 ? null : Color.values()[number % 3];
        label = new PString("label " + number);
    }

    /** Returns the values of all fields, the number of the next item among them. */
    List<Object> values() {
        return new ArrayList<>(Arrays.asList(
                z,
                b,
                s,
                c,
                i,
                f,
                l,
                d,
                name,
                large,
                rate,
                small,
                flag,
                letter,
                color,
                label.toString(),
                next == null ? null : next.i));
    }
}
