package org.jnvm.internal.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.FieldRegion;

/**
 * Which objects the program may still use by a proxy, for the collector.
 *
 * <p>The heap is divided into areas. A proxy gets, as its region, the <em>token</em> of the area that its object lies in. The
 * token notes in which blocks of the area the objects of its proxies begin. Once Java's own collector has cleared the weak
 * reference to a token, no proxy that was made with it exists any more. Until then the objects in the blocks that it
 * has noted are <em>pinned</em>.
 *
 * <p>A token is given out until it is {@linkplain #renew renewed}: a proxy that the program keeps for long pins what had proxies between
 * two renewals, in one area. If it noted fewer blocks there would be many more tokens, and Java's collector stops all
 * threads to look at those that were made since it last ran.
 *
 * <p>A proxy is made inside an operation or epoch-protected section, which the collector waits for: what it reads of the notes
 * has all that was noted before. Who makes a token waits for nobody: the collecting thread may be descheduled wherever it is.
 * Safe for use by several threads.
 */
public final class ProxyTokens {
    /** As many blocks as there are bits: 16 KiB. */
    private static final int AREA_SHIFT = BlockLayout.BLOCK_SHIFT + 6;
    /** Tokens that are asked, whenever one is made, whether their proxies have died. */
    private static final int ASKED = 2;

    private static final VarHandle AREAS = MethodHandles.arrayElementVarHandle(FieldRegion[].class);
    private static final VarHandle YOUNG;

    static {
        try {
            YOUNG = MethodHandles.lookup().findVarHandle(ProxyTokens.class, "young", Known.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Knows of a token as long as a proxy has it, or it is given out. */
    private static final class Known extends WeakReference<FieldRegion> {
        private final long area;
        private Known next;

        private Known(long area, FieldRegion token) {
            super(token);
            this.area = area;
        }

        private void visit(LongConsumer visitor) {
            FieldRegion token = get();
            for (long left = token == null ? 0 : token.notes(); left != 0; left &= left - 1) {
                visitor.accept(
                        (area << AREA_SHIFT) + ((long) Long.numberOfTrailingZeros(left) << BlockLayout.BLOCK_SHIFT));
            }
        }
    }

    /**
     * By area, the token that is given out; null for none. Emptied where another takes its place or tokens are renewed: one
     * that is large lies in the old generation from the start, and would keep them there though nothing leads to it.
     */
    private volatile FieldRegion[] areas = new FieldRegion[64];
    /** Has a thread that ends once these tokens are gone. */
    private final Cleaner javaCollections = Cleaner.create();
    /** Whether it waits for the next one; guarded by this. */
    private boolean awaited;
    /** Tokens that were made since the last collection: anybody puts one in front. */
    private volatile Known young;

    private final AtomicInteger youngCount = new AtomicInteger();
    /** For those who go through the young ones, or take some away. */
    private final ReentrantLock walk = new ReentrantLock();
    /** Behind it is the next of the young ones to be asked whether its proxies have died; null for the first. Guarded by {@link #walk}. */
    private Known asked;

    /** Tokens from before; used by the collecting thread only. */
    private Known old;

    private volatile int oldCount;

    /** Makes the tokens of a heap. */
    public ProxyTokens() {
        renewAfterCollection();
    }

    /**
     * Returns the region for a proxy.
     *
     * @param ref the object
     * @param fields the region of the chunk in which its fields are
     * @return one that does the same
     */
    public FieldRegion of(long ref, FieldRegion fields) {
        long offset = Reference.offset(ref);
        FieldRegion[] known = areas;
        int area = (int) (offset >>> AREA_SHIFT);
        FieldRegion token = area < known.length ? (FieldRegion) AREAS.getAcquire(known, area) : null;
        long bit = 1L << (offset >>> BlockLayout.BLOCK_SHIFT);
        return token != null && token.hasNoted(bit) && token.isLike(fields) ? token : noted(area, bit, token, fields);
    }

    private FieldRegion noted(int area, long bit, FieldRegion token, FieldRegion fields) {
        if (token == null || !token.isLike(fields)) {
            return add(area, bit, fields);
        }
        token.note(bit);
        return token;
    }

    private FieldRegion add(int area, long bit, FieldRegion fields) {
        if (walk.tryLock()) {
            try {
                forgetSomeDead();
            } finally {
                walk.unlock();
            }
        }
        FieldRegion token = fields.another();
        token.note(bit);
        Known known = new Known(area, token);
        do {
            known.next = young;
        } while (!YOUNG.compareAndSet(this, known.next, known));
        youngCount.incrementAndGet();
        // one that is lost here, as tokens are renewed or the array grows, is known, and not given out again
        AREAS.setRelease(areasWith(area), area, token);
        return token;
    }

    private FieldRegion[] areasWith(int area) {
        FieldRegion[] known = areas;
        return area < known.length ? known : grow(area);
    }

    private synchronized FieldRegion[] grow(int area) {
        FieldRegion[] outgrown = areas;
        if (area < outgrown.length) {
            return outgrown;
        }
        FieldRegion[] grown = Arrays.copyOf(outgrown, Math.max(area + 1, outgrown.length * 2));
        areas = grown;
        Arrays.fill(outgrown, null);
        return grown;
    }

    /** What is done once Java's collector has run. Does not keep the tokens. */
    private static final class Renewal implements Runnable {
        private final WeakReference<ProxyTokens> tokens;

        private Renewal(ProxyTokens tokens) {
            this.tokens = new WeakReference<>(tokens);
        }

        @Override
        public void run() {
            ProxyTokens known = tokens.get();
            if (known != null) {
                known.renewAfterCollection();
            }
        }
    }

    /**
     * Has new proxies get new tokens, as Java's collector has run since they last did. So a token is not given out for long, and dies by
     * one of the next runs, while it is young: in the old generation it would wait for a run that comes seldom, or never.
     */
    private synchronized void renewAfterCollection() {
        awaited = false;
        giveNew();
    }

    private synchronized void giveNew() {
        Arrays.fill(areas, null); // given out no more: the proxies alone have them
        if (!awaited) { // also if memory was short the last time
            javaCollections.register(new Object(), new Renewal(this)); // which dies in the next one
            awaited = true;
        }
    }

    /** Asks some of the young ones, in turn: nobody ever waits until all were asked. */
    private void forgetSomeDead() {
        for (int i = 0; i < ASKED; i++) {
            Known token = asked == null ? young : asked.next;
            if (token == null) {
                asked = null;
                return;
            }
            if (!token.refersTo(null)) {
                asked = token;
                continue;
            }
            if (asked != null) {
                asked.next = token.next;
            } else if (!YOUNG.compareAndSet(this, token, token.next)) {
                return; // another one is in front of it by now
            }
            youngCount.decrementAndGet();
        }
    }

    /** Has new proxies get new tokens, so that the old ones can die. By one thread at a time, as {@link #forEachPinned}. */
    public void renew() {
        Known renewed;
        walk.lock();
        try {
            renewed = (Known) YOUNG.getAndSet(this, null);
            asked = null;
        } finally {
            walk.unlock();
        }
        giveNew();
        int kept = 0;
        int count = 0;
        Known last = null;
        for (Known token = renewed; token != null; token = token.next) {
            last = token;
            count++;
        }
        if (last != null) {
            last.next = old;
            old = renewed;
        }
        youngCount.addAndGet(-count);
        Known before = null;
        for (Known token = old; token != null; token = token.next) {
            if (!token.refersTo(null)) {
                before = token;
                kept++;
            } else if (before == null) {
                old = token.next;
            } else {
                before.next = token.next;
            }
        }
        oldCount = kept;
    }

    /**
     * Visits the blocks in which objects begin that a proxy may lead to.
     *
     * @param visitor called with the heap offset of a block, maybe several times
     */
    public void forEachPinned(LongConsumer visitor) {
        List<Known> made = new ArrayList<>();
        walk.lock();
        try {
            for (Known token = young; token != null; token = token.next) {
                made.add(token);
            }
        } finally {
            walk.unlock();
        }
        made.forEach(token -> token.visit(visitor));
        for (Known token = old; token != null; token = token.next) {
            token.visit(visitor);
        }
    }

    /** Returns how many tokens there are, those included whose proxies have died since they were last counted. */
    public int count() {
        return youngCount.get() + oldCount;
    }
}
