package org.jnvm.campaign.errors;

import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.pdt.PString;

/** Changes of much at once, to the {@link Books} and to a {@link Model}, and the keys that operations use. */
final class Changes {
    private static final int KEYS = 6;

    private Changes() {}

    static String keyText(int n) {
        return "key" + n % KEYS;
    }

    static PString key(int n) {
        return new PString(keyText(n));
    }

    /** Changes something of everything in the default heap, with new objects and freed ones. */
    static void make(Books books, int n) {
        Heap heap = JNVM.heap();
        Ledger ledger = books.ledger;
        ledger.count += n;
        ledger.inverse = ~(long) n;
        ledger.text = "changed " + n;
        ledger.boxed = (long) n;
        for (int i = 0; i < 3; i++) {
            Map<CharSequence, CharSequence> map = books.maps.get(i);
            CharSequence before = map.put(key(n), new PString("block " + n));
            if (before != null) {
                heap.free(before);
            }
            CharSequence removed = map.remove(keyText(n + 1));
            if (removed != null) {
                heap.free(removed);
            }
        }
        Ledger next = ledger.next;
        ledger.next = new Ledger(n);
        if (next != null) {
            heap.free(next);
        }
        ledger.bytes.fill((byte) n);
    }

    static void make(Model model, int n) {
        model.count += n;
        model.inverse = ~(long) n;
        model.text = "changed " + n;
        model.boxed = (long) n;
        for (int i = 0; i < 3; i++) {
            model.maps.get(i).put(keyText(n), "block " + n);
            model.maps.get(i).remove(keyText(n + 1));
        }
        model.next = (long) n;
        model.filledWith = (byte) n;
    }

    /** The same in the other heap. */
    static void makeInOther(Books books, int n) {
        try (Heap.Scope scope = books.other.enter()) {
            Ledger ledger = books.otherLedger;
            ledger.count += n;
            ledger.text = "changed " + n;
            CharSequence before = books.otherMap.put(key(n), new PString("block " + n));
            if (before != null) {
                books.other.free(before);
            }
            Ledger next = ledger.next;
            ledger.next = new Ledger(n);
            if (next != null) {
                books.other.free(next);
            }
        }
    }

    static void makeInOther(Model model, int n) {
        model.otherCount += n;
        model.otherText = "changed " + n;
        model.otherMap.put(keyText(n), "block " + n);
        model.otherNext = (long) n;
    }
}
