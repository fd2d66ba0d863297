package org.jnvm.internal.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * two collections, in one area. With fewer blocks for a token there would be many more tokens, and Java's collector stops all
 * threads to look at those that were made since it last ran.
 *
 * <p>A proxy is made inside an operation or epoch-protected section, which the collector waits for: what it reads of the notes
 * has all that was noted before. Safe for use by several threads.
 */
public final class ProxyTokens {
    private static final int AREA_SHIFT = 16;
    private static final int AREA_BLOCKS = 1 << AREA_SHIFT - BlockLayout.BLOCK_SHIFT;
    /** Tokens that are asked, whenever one is made, whether their proxies have died. */
    private static final int ASKED = 2;

    private static final VarHandle NOTES = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle AREAS = MethodHandles.arrayElementVarHandle(Token[].class);

    private static final class Token extends WeakReference<FieldRegion> {
        private final long area;
        private final long[] notes = new long[AREA_BLOCKS / Long.SIZE];
        /** What {@link #get} returns, while it is given out; else null. */
        private volatile FieldRegion region;

        private Token next;

        private Token(long area, FieldRegion region) {
            super(region);
            this.area = area;
            this.region = region;
        }

        private void visit(LongConsumer visitor) {
            if (refersTo(null)) {
                return;
            }
            for (int i = 0; i < notes.length; i++) {
                for (long left = (long) NOTES.getVolatile(notes, i); left != 0; left &= left - 1) {
                    long block = Long.SIZE * (long) i + Long.numberOfTrailingZeros(left);
                    visitor.accept((area << AREA_SHIFT) + (block << BlockLayout.BLOCK_SHIFT));
                }
            }
        }

        private boolean hasNoted(int block) {
            return (notes[block >>> 6] & 1L << block) != 0;
        }

        private void note(int block) {
            NOTES.getAndBitwiseOr(notes, block >>> 6, 1L << block);
        }
    }

    /** By area, the token that is given out; null for none. */
    private volatile Token[] areas = new Token[64];
    /** Tokens that were made since they were last renewed; guarded by this. */
    private Token young;
    /** Behind it is the next of the young ones to be asked whether its proxies have died; null for the first. */
    private Token asked;

    private int youngCount;

    /** Tokens from before; used by the collecting thread only. */
    private Token old;

    private volatile int oldCount;

    /**
     * Returns the region for a proxy.
     *
     * @param ref the object
     * @param fields the region of the chunk in which its fields are
     * @return one that does the same
     */
    public FieldRegion of(long ref, FieldRegion fields) {
        long offset = Reference.offset(ref);
        Token[] known = areas;
        int area = (int) (offset >>> AREA_SHIFT);
        Token token = area < known.length ? (Token) AREAS.getAcquire(known, area) : null;
        int block = (int) (offset >>> BlockLayout.BLOCK_SHIFT) & AREA_BLOCKS - 1;
        FieldRegion region = token == null ? null : token.region;
        return region != null && token.hasNoted(block) && region.isLike(fields)
                ? region
                : noted(area, block, token, fields);
    }

    private FieldRegion noted(int area, int block, Token token, FieldRegion fields) {
        FieldRegion region = token == null ? null : token.region;
        if (region == null || !region.isLike(fields)) {
            return add(area, block, fields);
        }
        token.note(block);
        return region;
    }

    private synchronized FieldRegion add(int area, int block, FieldRegion fields) {
        forgetSomeDead();
        FieldRegion region = fields.another();
        Token token = new Token(area, region);
        token.note(block);
        token.next = young;
        young = token;
        youngCount++;
        if (area >= areas.length) {
            areas = Arrays.copyOf(areas, Math.max(area + 1, areas.length * 2));
        }
        Token before = areas[area];
        AREAS.setRelease(areas, area, token);
        if (before != null) {
            before.region = null;
        }
        return region;
    }

    /** Asks some of the young ones, in turn: nobody ever waits until all were asked. */
    private void forgetSomeDead() {
        for (int i = 0; i < ASKED; i++) {
            Token token = asked == null ? young : asked.next;
            if (token == null) {
                asked = null;
                return;
            }
            if (!token.refersTo(null)) {
                asked = token;
                continue;
            }
            youngCount--;
            if (asked == null) {
                young = token.next;
            } else {
                asked.next = token.next;
            }
        }
    }

    /** Has new proxies get new tokens, so that the old ones can die. By one thread at a time, as {@link #forEachPinned}. */
    public void renew() {
        Token renewed;
        int count;
        synchronized (this) {
            renewed = young;
            count = youngCount;
            young = null;
            asked = null;
            youngCount = 0;
            areas = new Token[areas.length];
        }
        int kept = 0;
        Token last = null;
        for (Token token = renewed; token != null; token = token.next) {
            token.region = null; // it is given out no more: the proxies alone have it
            last = token;
        }
        if (last != null) {
            last.next = old;
            old = renewed;
        }
        oldCount += count;
        Token before = null;
        for (Token token = old; token != null; token = token.next) {
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
        List<Token> made = new ArrayList<>();
        synchronized (this) {
            for (Token token = young; token != null; token = token.next) {
                made.add(token);
            }
        }
        made.forEach(token -> token.visit(visitor));
        for (Token token = old; token != null; token = token.next) {
            token.visit(visitor);
        }
    }

    /** Returns how many tokens there are, those included whose proxies have died since they were last counted. */
    public synchronized int count() {
        return youngCount + oldCount;
    }
}
