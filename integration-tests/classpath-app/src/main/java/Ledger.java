import java.util.Map;
import org.jnvm.JNVM;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;

/** Arrays, a list, maps and a set that agree whenever no failure-atomic block is open: what the last entries left. */
@Persistent(fa = "non-private")
class Ledger {
    /** How many entries are kept. */
    private static final int KEPT = 50;

    private long entries;
    private final PLongArray numbers = new PLongArray(KEPT);
    private final PArray<Tally> tallies = new PArray<>(KEPT);
    private final PArrayList<PString> texts = new PArrayList<>();
    private final PHashMap<PString, Tally> tallyOf = new PHashMap<>();
    private PConcurrentHashMap<PString, PLongArray> numbersOf = new PConcurrentHashMap<>();
    private PTreeMap<PString, PString> sorted = new PTreeMap<>();
    private PHashSet<PString> set = new PHashSet<>();

    void add() {
        int slot = (int) (entries % KEPT);
        if (entries >= KEPT) {
            drop(slot);
        }
        PString text = new PString("entry " + entries);
        Tally tally = new Tally();
        for (long i = entries % 3; i >= 0; i--) {
            tally.add();
        }
        numbers.set(slot, entries);
        tallies.set(slot, tally);
        texts.add(text);
        tallyOf.put(text, tally);
        numbersOf.put(text, new PLongArray(new long[] {entries, slot}));
        sorted.put(text, text);
        set.add(text);
        entries++;
    }

    private void drop(int slot) {
        PString text = texts.remove(0);
        JNVM.free(tallyOf.remove(text));
        JNVM.free(numbersOf.remove(text));
        sorted.remove(text);
        set.remove(text);
        tallies.set(slot, null);
        JNVM.free(text);
    }

    long entries() {
        return entries;
    }

    /** Tells whether all parts hold the last entries. */
    boolean agrees() {
        int kept = (int) Math.min(entries, KEPT);
        boolean agrees = texts.size() == kept
                && tallyOf.size() == kept
                && numbersOf.size() == kept
                && sorted.size() == kept
                && set.size() == kept;
        for (long entry = entries - kept; entry < entries; entry++) {
            agrees &= agrees(entry, texts.get((int) (entry - entries + kept)));
        }
        for (Map.Entry<PString, PString> entry : sorted.entrySet()) {
            agrees &= entry.getKey().equals(entry.getValue());
        }
        return agrees;
    }

    private boolean agrees(long entry, PString text) {
        int slot = (int) (entry % KEPT);
        Tally tally = tallies.get(slot);
        return text.contentEquals("entry " + entry)
                && numbers.get(slot) == entry
                && tally.agrees()
                && tally.first() == entry % 3 + 1
                && tally.equals(tallyOf.get(text))
                && numbersOf.get(text).get(0) == entry
                && numbersOf.get(text).get(1) == slot
                && sorted.containsKey(text)
                && set.contains(text);
    }
}
