package org.jnvm.internal.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.testing.CacheLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One record for each live thread; none is lost, none is kept for ever. */
@Timeout(120)
class ThreadTableTest {
    /** Threads that claim to have one and the same id. */
    private static final class Impostor extends Thread {
        Impostor(Runnable action) {
            super(action);
        }

        @Override
        public long getId() {
            return 4711;
        }
    }

    @Test
    void recordsAreOnCacheLinesOfTheirOwn() throws ReflectiveOperationException {
        CacheLines.requireApart(PaddedThreadRecord.class);
    }

    private static void eachHasItsOwn(ThreadFactory factory, int count) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(count);
        CountDownLatch checked = new CountDownLatch(count);
        Map<ThreadRecord, Thread> owners = new IdentityHashMap<>();
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(factory.newThread(() -> {
                ThreadRecord mine = ThreadTable.current();
                synchronized (owners) {
                    if (owners.put(mine, Thread.currentThread()) != null) {
                        wrong.incrementAndGet();
                    }
                }
                all.countDown();
                try {
                    all.await(); // now all are there, and the table was copied several times
                } catch (InterruptedException e) {
                    wrong.incrementAndGet();
                }
                if (ThreadTable.current() != mine || !mine.refersTo(Thread.currentThread())) {
                    wrong.incrementAndGet();
                }
                checked.countDown();
            }));
        }
        threads.forEach(Thread::start);
        checked.await();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(owners).hasSize(count);
    }

    @Test
    void eachThreadHasItsOwnRecord() throws Exception {
        eachHasItsOwn(Thread::new, 300);
    }

    @Test
    void alsoWhereThreadsClaimTheSameId() throws Exception {
        eachHasItsOwn(Impostor::new, 100);
    }

    @Test
    void recordsOfDeadThreadsAreDropped() throws Exception {
        for (int i = 0; i < 3000; i++) {
            Thread thread = new Thread(ThreadTable::current);
            thread.start();
            thread.join();
        }
        assertThat(ThreadTable.capacity()).isLessThan(1024);
        ThreadTable.copyLive();
        assertThat(ThreadTable.size()).isLessThan(100);
    }

    @Test
    void slotsAreTheThreadsOwn() throws Exception {
        Object context = new Object();
        ThreadTable.current().setTransaction(context);
        try {
            Object[] seen = {context};
            Thread other = new Thread(() -> seen[0] = ThreadTable.current().transaction());
            other.start();
            other.join();
            assertThat(seen[0]).isNull();
            assertThat(ThreadTable.current().transaction()).isSameAs(context);
        } finally {
            ThreadTable.current().setTransaction(null);
        }
    }

    @Test
    void sectionsNestAndMustBeBalanced() {
        long before = EpochSections.advance();
        EpochSections.enter();
        EpochSections.enter();
        assertThat(EpochSections.oldest()).isEqualTo(before + 1);
        EpochSections.advance();
        EpochSections.exit();
        assertThat(EpochSections.oldest()).as("of the outer section").isEqualTo(before + 1);
        EpochSections.exit();
        assertThat(EpochSections.oldest()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(EpochSections::exit)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thread is in no epoch-protected section");
        assertThat(ThreadTable.current().depth()).isZero();
    }

    /** Returns a factory of virtual threads where the JDK has them, else null. */
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) {
            System.out.println("no virtual threads before JDK 21: not tested on " + Runtime.version());
            return null;
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
        return (ThreadFactory) factory.invoke(builder);
    }

    @Test
    void eachVirtualThreadHasItsOwnRecord() throws Exception {
        ThreadFactory factory = virtualThreads();
        if (factory != null) {
            eachHasItsOwn(factory, 5000);
        }
    }

    @Test
    void aVirtualThreadKeepsItsSectionOnAnyCarrier() throws Exception {
        ThreadFactory factory = virtualThreads();
        if (factory == null) {
            return;
        }
        int count = 2000;
        CountDownLatch inside = new CountDownLatch(count);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        long ended = EpochSections.advance();
        for (int i = 0; i < count; i++) {
            threads.add(factory.newThread(() -> {
                EpochSections.enter();
                ThreadRecord mine = ThreadTable.current();
                for (int yield = 0; yield < 20; yield++) {
                    Thread.yield(); // maybe goes on on another carrier
                    LockSupport.parkNanos(1000);
                    wrong.addAndGet(ThreadTable.current() == mine && mine.depth() == 1 ? 0 : 1);
                }
                inside.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    wrong.incrementAndGet();
                }
                EpochSections.exit();
                wrong.addAndGet(mine.depth());
            }));
        }
        threads.forEach(Thread::start);
        inside.await();
        assertThat(EpochSections.oldest())
                .as("parked threads are in their sections")
                .isGreaterThan(ended);
        assertThat(EpochSections.oldest()).isLessThan(Long.MAX_VALUE);
        leave.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(EpochSections.oldest()).isEqualTo(Long.MAX_VALUE);
    }
}
