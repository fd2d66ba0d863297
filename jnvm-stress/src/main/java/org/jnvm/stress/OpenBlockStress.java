package org.jnvm.stress;

import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.memory.GuardOpener;
import org.jnvm.internal.memory.HeapState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A thread with a block open is never let past the heap state, whoever opens and closes blocks beside it, or the guard. */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "both were seen, and none is left")
@Outcome(expect = Expect.FORBIDDEN, desc = "a store in a block went straight to memory, or a block is open for good")
@State
public class OpenBlockStress {
    private static boolean seenInside() {
        BlockCount count = new BlockCount();
        count.open();
        boolean seen = HeapState.threadMayBeInBlock();
        count.close();
        return seen;
    }

    @Actor
    public void one(ZZZ_Result r) {
        r.r1 = seenInside();
    }

    @Actor
    public void other(ZZZ_Result r) {
        GuardOpener.openNow();
        r.r2 = seenInside();
    }

    @Arbiter
    public void after(ZZZ_Result r) {
        r.r3 = HeapState.anyBlockOpen();
    }
}
