import org.jnvm.Persistent;

/** Two counters that are equal whenever no failure-atomic block is open. */
@Persistent(fa = "non-private")
class Tally {
    // seen by the tests, by the accessors that it gets
    long first;
    private long second;
    private String text = "0";
    private Long boxed = 0L;
    private Parity parity = Parity.EVEN;

    /** Which numbers follow each other. */
    enum Parity {
        EVEN,
        ODD
    }

    void add() {
        first++;
        second = first;
        text = Long.toString(first);
        boxed++;
        parity = first % 2 == 0 ? Parity.EVEN : Parity.ODD;
    }

    long first() {
        return first;
    }

    /** Tells whether all fields are of one number. */
    boolean agrees() {
        return text.equals(Long.toString(first)) && boxed == first && parity == Parity.values()[(int) (first % 2)];
    }

    long second() {
        return second;
    }
}
