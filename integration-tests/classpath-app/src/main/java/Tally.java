import org.jnvm.Persistent;

/** Two counters that are equal whenever no failure-atomic block is open. */
@Persistent(fa = "non-private")
class Tally {
    private long first;
    private long second;

    void add() {
        first++;
        second = first;
    }

    long first() {
        return first;
    }

    long second() {
        return second;
    }
}
