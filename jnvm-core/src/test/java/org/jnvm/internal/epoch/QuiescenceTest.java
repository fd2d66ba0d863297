package org.jnvm.internal.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever another thread does is waited for, or told that it came later. */
@Timeout(60)
class QuiescenceTest {
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final Quiescence quiescence = new Quiescence();

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    private void inOther(Runnable action) throws Exception {
        Future<?> done = other.submit(action);
        done.get();
    }

    private boolean hadBegunInOther() throws Exception {
        return other.submit(() -> quiescence.hadBegun(() -> true)).get();
    }

    private void begin() {
        quiescence.prepare();
        quiescence.begin();
    }

    @Test
    void whatHadBegunIsWaitedFor() throws Exception {
        for (int again = 0; again < 2; again++) {
            inOther(Operations::enter);
            begin();
            assertThat(quiescence.busy()).hasSize(1);
            assertThat(hadBegunInOther()).isTrue();
            inOther(Operations::exit);
            assertThat(quiescence.busy()).isEmpty();
            assertThat(hadBegunInOther()).isFalse();
        }
    }

    @Test
    void whatBeginsLaterIsNot() throws Exception {
        begin();
        inOther(EpochSections::enter);
        assertThat(hadBegunInOther()).isFalse();
        assertThat(quiescence.busy()).isEmpty();
        inOther(EpochSections::exit);
    }

    /** As if the other thread had read the epoch, and been descheduled before it noted it. */
    @Test
    void whatNotesAnEarlierEpochLateIsTheOneOrTheOther() throws Exception {
        VarHandle operation = MethodHandles.privateLookupIn(ThreadRecord.class, MethodHandles.lookup())
                .findVarHandle(ThreadRecord.class, "operation", long.class);
        long early = GlobalEpoch.current();
        Runnable enter = () -> {
            Operations.enter();
            operation.setVolatile(ThreadTable.current(), early);
        };
        begin();
        inOther(enter);
        assertThat(hadBegunInOther()).isTrue(); // as nobody has looked yet
        assertThat(quiescence.busy()).hasSize(1);
        inOther(Operations::exit);
        begin();
        assertThat(quiescence.busy()).isEmpty();
        inOther(enter);
        assertThat(hadBegunInOther()).isFalse();
        inOther(Operations::exit);
    }
}
