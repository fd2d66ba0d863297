package org.jnvm.stress;

import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.internal.memory.DirtyLines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Domain DISK: two threads mark lines of one page, and one takes; each mark is taken, now or the next time. */
@JCStressTest
@Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "both lines were taken, and no page is counted as dirty")
@Outcome(
        expect = Expect.FORBIDDEN,
        desc = "a line is in no snapshot: a power loss takes it, though it was acknowledged")
@State
public class DirtyLinesStress {
    private final AtomicLong dirtyPages = new AtomicLong();
    private final DirtyLines lines = new DirtyLines(0, 1 << 20, dirtyPages);
    private long taken;

    @Actor
    public void marker() {
        lines.mark(0);
    }

    @Actor
    public void taker() {
        lines.mark(64);
        lines.take((page, mask) -> taken |= mask);
    }

    @Arbiter
    public void next(JJ_Result r) {
        lines.take((page, mask) -> taken |= mask);
        r.r1 = taken;
        r.r2 = dirtyPages.get();
    }
}
