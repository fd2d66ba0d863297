package org.jnvm.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final int MOST = 100;

    /** Tries until there is no more use in it, at most so often; returns how often. */
    private static int tries(Patience patience, int most) {
        int tries = 0;
        for (int all = 1; all <= most; all++) {
            tries = patience.pause(tries + 1, MOST);
            if (tries < 0) {
                return all;
            }
        }
        return most;
    }

    @Test
    void whileNobodyChangesAnythingItEnds() {
        assertThat(tries(new Patience(null), 10 * MOST)).isEqualTo(MOST + 1);
        assertThat(tries(new Patience(new Latches()), 10 * MOST)).isEqualTo(MOST + 1);
    }

    @Test
    void aThreadThatStandsStillInTheMiddleOfAChangeIsWaitedFor() throws Exception {
        Latches latches = new Latches();
        Patience patience = new Patience(latches);
        CountDownLatch changing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            latches.lockAll();
            changing.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                latches.unlockAll();
            }
        });
        other.start();
        changing.await();
        assertThat(tries(patience, 10_000)).isEqualTo(10_000);
        goOn.countDown();
        other.join();
        assertThat(tries(patience, 10_000)).isEqualTo(MOST + 1);
    }

    @Test
    void ownLatchesAreNotWaitedFor() {
        Latches latches = new Latches();
        latches.lockAll();
        assertThat(tries(new Patience(latches), 10 * MOST)).isEqualTo(MOST + 1);
        latches.unlockAll();
    }
}
