package org.jnvm.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.util.AsymmetricFence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** What a reader found in its section keeps its bytes until the section ends, though its reader has no fence. */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "it was unlinked already")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it was found, and is as it was")
@Outcome(expect = Expect.FORBIDDEN, desc = "memory was handed out again under a reader")
@State
public class EpochStress {
    private static final int LOOKS = 200;
    private static final VarHandle LINK;
    private static final VarHandle VALUE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LINK = lookup.findVarHandle(EpochStress.class, "link", Block.class);
            VALUE = lookup.findVarHandle(Block.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Block {
        @SuppressWarnings("unused") // by VALUE
        int value = 1;
    }

    private Block link = new Block();

    @Actor
    public void reader(I_Result r) {
        EpochSections.enter();
        Block found = (Block) LINK.getOpaque(this);
        int value = found == null ? -1 : 1;
        long began = System.nanoTime();
        // longer than the grace time: a reclaimer that does not see the section is done by then
        while (found != null && value == 1 && System.nanoTime() - began < 2 * AsymmetricFence.GRACE_NANOS) {
            value = (int) VALUE.getOpaque(found);
        }
        r.r1 = value;
        EpochSections.exit();
    }

    @Actor
    public void reclaimer() {
        Block old = link;
        LINK.setOpaque(this, null);
        long ended = EpochSections.advance();
        long began = System.nanoTime();
        while (System.nanoTime() - began < AsymmetricFence.GRACE_NANOS) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < LOOKS; i++) {
            if (EpochSections.oldest() > ended) {
                VALUE.setOpaque(old, 0); // its next owner's
                return;
            }
        }
    }
}
