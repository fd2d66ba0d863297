package org.jnvm.stress;

import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.WriteBack;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A thread with a block open is never let past the heap state, whoever opens and closes blocks beside it. */
@JCStressTest
@Outcome(id = "true, true, 0", expect = Expect.ACCEPTABLE, desc = "both were seen, and none is left")
@Outcome(expect = Expect.FORBIDDEN, desc = "a store in a block went straight to memory, or a block is open for good")
@State
public class OpenBlockStress {
    private final HeapState state = new HeapState(WriteBack.NONE, null, false);

    private boolean seenInside() {
        BlockCount count = new BlockCount();
        count.open(state);
        boolean seen = state.mayBeInBlock();
        count.close();
        return seen;
    }

    @Actor
    public void one(ZZI_Result r) {
        r.r1 = seenInside();
    }

    @Actor
    public void other(ZZI_Result r) {
        r.r2 = seenInside();
    }

    @Arbiter
    public void after(ZZI_Result r) {
        r.r3 = state.openBlocks();
    }
}
