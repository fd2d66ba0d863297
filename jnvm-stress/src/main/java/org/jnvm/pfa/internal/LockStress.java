package org.jnvm.pfa.internal;

import org.jnvm.internal.memory.LockSlots;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/**
 * Two lanes lock one key while another key of its slot is given up, so that one of them may have its lock in the slot and
 * the other one among those without a slot.
 */
@JCStressTest
@Outcome(id = "0, 0, .*", expect = Expect.FORBIDDEN, desc = "two transactions change one block")
@Outcome(id = ".*, .*, false", expect = Expect.FORBIDDEN, desc = "a lock is lost, or stays for ever")
@Outcome(expect = Expect.ACCEPTABLE, desc = "one has it, or each found the other's")
@State
public class LockStress {
    private static final long KEY = 8;
    private static final long OTHER_KEY = 16;

    private final LockTable table = new LockTable(new LockSlots(), key -> 2);

    /** Makes the table, with the slot taken by another key. */
    public LockStress() {
        table.lock(OTHER_KEY, 3);
    }

    @Actor
    public void one(IIZ_Result r) {
        r.r1 = table.lock(KEY, 1);
    }

    @Actor
    public void other(IIZ_Result r) {
        table.release(OTHER_KEY, 3);
        r.r2 = table.lock(KEY, 2);
    }

    @Arbiter
    public void after(IIZ_Result r) {
        boolean locked = r.r1 == LockTable.ACQUIRED || r.r2 == LockTable.ACQUIRED;
        boolean right = (table.look(KEY) == LockTable.LOCKED) == locked;
        if (r.r1 == LockTable.ACQUIRED) {
            table.release(KEY, 1);
        }
        if (r.r2 == LockTable.ACQUIRED) {
            table.release(KEY, 2);
        }
        r.r3 = right && table.look(KEY) == LockTable.NONE && table.look(OTHER_KEY) == LockTable.NONE;
    }
}
