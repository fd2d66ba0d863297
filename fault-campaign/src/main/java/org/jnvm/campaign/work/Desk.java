package org.jnvm.campaign.work;

import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;

/** What the failure-atomic blocks of one thread change. */
@Persistent
final class Desk {
    private long last;
    private Slip head;
    private int length;
    private final PLongArray sums;
    private final PHashMap<PString, Slip> drawer = new PHashMap<>();

    Desk(int sums) {
        this.sums = new PLongArray(sums);
    }

    long last() {
        return last;
    }

    void setLast(long number) {
        last = number;
    }

    int length() {
        return length;
    }

    Slip head() {
        return head;
    }

    PLongArray sums() {
        return sums;
    }

    void push(long value, String note) {
        head = new Slip(value, note, head);
        length++;
    }

    /** Takes the first slip off the chain; the caller frees it. */
    Slip pop() {
        Slip first = head;
        head = first.next();
        length--;
        return first;
    }

    /** Puts a slip into the drawer; returns the one that was there, which the caller frees, or null. */
    Slip put(String key, long value, String note) {
        Slip before = drawer.remove(key);
        drawer.put(new PString(key), new Slip(value, note, null));
        return before;
    }

    /** Takes a slip out of the drawer, which the caller frees; null if there is none. */
    Slip take(String key) {
        return drawer.remove(key);
    }

    /** Returns what is in the drawer, as text. */
    Map<String, String> drawer() {
        Map<String, String> found = new TreeMap<>();
        drawer.forEach((key, slip) -> found.put(key.toString(), slip.value() + slip.note()));
        return found;
    }
}
