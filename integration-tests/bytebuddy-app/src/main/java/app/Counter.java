package app;

import org.jnvm.Heap;
import org.jnvm.Persistent;

/** A persistent counter, that Byte Buddy's plugin transforms. */
@Persistent(fa = "non-private")
final class Counter {
    private int count;
    private Counter twin;

    /** Adds one to the counter of a heap, which is made at the first call, and to its twin; returns their sum. */
    static int add(Heap heap) {
        if (!heap.root().exists("counter")) {
            try (Heap.Scope scope = heap.enter()) {
                Counter counter = new Counter();
                counter.twin = new Counter();
                heap.root().put("counter", counter);
            }
        }
        Counter counter = (Counter) heap.root().get("counter");
        counter.add();
        return counter.count + counter.twin.count;
    }

    void add() {
        count++;
        twin.count++;
    }
}
