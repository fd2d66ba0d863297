package org.jnvm.pdt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.NotTransformedException;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * The conversion of volatile objects, and of all that they lead to, to persistent ones: of what a call puts
 * into an {@link AutoPersistMap}. Each object is converted once, so cycles and shared objects stay what they are.
 *
 * <p>Iterative: what is to be filled waits on a stack, in the order of a depth-first search, so that a chain may be of
 * any length. A hash or sorted collection is filled when all that its members lead to is, as these must have their hash
 * codes or order by then.
 *
 * <p>For use by the thread, and during the call, in which {@link Convertible#fill} gets it.
 */
public final class Conversion {
    private final Proxy map;
    /** By volatile object: the {@link Migrant}, or the counterpart of one that refers to nothing. */
    private final Map<Object, Object> known = new IdentityHashMap<>();

    private final Deque<Migrant> pending = new ArrayDeque<>();
    /** The counterparts, but those that were valid when they were handed over. */
    private final List<Proxy> made = new ArrayList<>();

    private final List<Proxy> valid = new ArrayList<>();
    /** What was persistent, but invalid, before. */
    private final List<Proxy> kept = new ArrayList<>();
    /** Those that must be looked at again when all is filled. */
    private final List<Migrant> ordered = new ArrayList<>();

    private Migrant current;
    /** Whether nothing waits to be filled. */
    private boolean whole;

    private Conversion(Proxy map) {
        this.map = map;
    }

    /**
     * Lets an action convert and publish: inside a failure-atomic block as an inner block, so that all of it is undone if it
     * throws; else what was made is freed then, as long as nothing durable can lead to it.
     */
    static <R> R run(Proxy map, Function<Conversion, R> action) {
        Conversion conversion = new Conversion(map);
        Heap.Scope scope = Identity.heap(map).enter();
        try {
            return Transactions.inFa(map) ? conversion.inBlock(action) : conversion.outside(action);
        } finally {
            scope.close();
        }
    }

    private <R> R inBlock(Function<Conversion, R> action) {
        int depth = Transactions.faStart(map);
        R result;
        try {
            result = action.apply(this);
        } catch (RuntimeException | Error e) {
            Transactions.faFail(map, e, depth);
            throw e;
        }
        Transactions.faEnd(map);
        return result;
    }

    private <R> R outside(Function<Conversion, R> action) {
        try {
            return action.apply(this);
        } catch (RuntimeException | Error e) {
            if (!maybePublished()) {
                try {
                    Allocation.takeBack(map, made, kept);
                } catch (RuntimeException another) {
                    e.addSuppressed(another);
                }
            }
            throw e;
        }
    }

    /** Tells whether the store that publishes may have been done; if it was not, recovery takes back what was made. */
    private boolean maybePublished() {
        return whole && made.stream().anyMatch(Durability::isValid);
    }

    /** Converts an object, and all that it leads to. */
    // persist-order: none. Nothing leads to the counterparts, which are new; before the map's store of one word makes
    //   them reachable, all of them are validated and written back, and fenced once
    Object convertAll(String name, Object object) {
        current = null;
        whole = false;
        Object counterpart = counterpart(name, object);
        while (!pending.isEmpty()) {
            Migrant migrant = pending.pop();
            current = migrant;
            switch (migrant.state()) {
                case MADE -> open(migrant);
                case OPEN -> {
                    migrant.finish(this);
                    migrant.state(Migrant.State.FILLED);
                }
                case FILLED -> {} // it was met again before it was looked at
            }
        }
        for (Migrant migrant : ordered) {
            current = migrant;
            migrant.check(this);
        }
        ordered.clear();
        writeBackValid();
        whole = true;
        return counterpart;
    }

    private void open(Migrant migrant) {
        migrant.state(Migrant.State.OPEN);
        if (migrant.isOrdered()) {
            ordered.add(migrant);
            pending.push(migrant); // below all that it leads to
            migrant.fill(this);
        } else {
            migrant.fill(this);
            migrant.state(Migrant.State.FILLED);
        }
    }

    /**
     * Writes back what a failure-atomic method of its class, or its use as a member of a collection, made valid early: what
     * it was given since would be missing after a crash.
     */
    // persist-order: [contents of counterparts that are valid] < pfence < the map's store
    //   that makes a fence for what is invalid only
    private void writeBackValid() {
        if (Transactions.inFa(map)) {
            return; // nothing becomes valid before the commit
        }
        for (Proxy counterpart : made) {
            if (Durability.isValid(counterpart)) {
                valid.add(counterpart);
            }
        }
        valid.forEach(Durability::pwb);
        if (!valid.isEmpty()) {
            Durability.pfence(map);
        }
    }

    /**
     * Returns the persistent counterpart of a part of the object that is being filled. The counterpart may not be filled
     * itself yet.
     *
     * @param name what the object calls the part, for messages
     * @param part a persistent object of the map's heap, which is returned; or what {@link AutoPersistMap} converts
     * @return the counterpart; null of null
     * @throws ConversionException if it has none
     * @throws org.jnvm.ForeignHeapException if it is persistent in another heap
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public Object convert(String name, Object part) {
        return counterpart(name, part);
    }

    /** Returns the counterpart of a part that says itself what it is; see {@link #convert(String, Object)}. */
    @SuppressWarnings("unchecked")
    public <P> P convert(String name, Convertible<P> part) {
        return (P) counterpart(name, part);
    }

    /** Returns the counterpart of a string; see {@link #convert(String, Object)}. */
    public PString convert(String name, String part) {
        return (PString) counterpart(name, part);
    }

    /** Returns the counterpart of a part; the step to it is a name, an index, or a {@link Migrant.KeyStep}. */
    Object counterpart(Object step, Object part) {
        if (part == null) {
            return null;
        }
        if (part instanceof Proxy persistent) {
            Members.require(map, persistent);
            if (!Durability.isValid(persistent)) {
                kept.add(persistent);
            }
            return persistent;
        }
        Object found = known.get(part);
        if (found == null) {
            found = begin(step, part);
            known.put(part, found);
        }
        if (!(found instanceof Migrant migrant)) {
            return found;
        }
        if (migrant.state() == Migrant.State.MADE) {
            pending.push(migrant); // again, if it waits already: it comes before what meets it now
        }
        return migrant.counterpart();
    }

    /** Makes the counterpart of an object; returns that, or the migrant if the object may refer to others. */
    private Object begin(Object step, Object part) {
        Proxy leaf = Leaves.counterpart(part);
        if (leaf != null) {
            made.add(leaf);
            return leaf;
        }
        Migrant migrant = Migrants.of(this, current, step, part);
        // what is valid may be one from before: it is not this conversion's to free
        (Durability.isValid(migrant.counterpart()) ? valid : made).add(migrant.counterpart());
        return migrant;
    }

    /**
     * Returns what to throw if a part of the object that is being filled cannot be converted.
     *
     * @param step the step to the part
     * @param part the part
     * @param remedy why, and what to do
     */
    ConversionException refused(Object step, Object part, String remedy) {
        return new ConversionException("no persistent counterpart: object=" + Migrant.path(current, step) + ", class="
                + (part == null ? "null" : part.getClass().getName())
                + ", heap=" + map.heap().path() + "; " + remedy);
    }

    /** Checks what an object says is its counterpart. */
    Proxy requireNew(Object step, Object part, Object counterpart) {
        if (!(counterpart instanceof Proxy proxy)) {
            throw refused(
                    step,
                    part,
                    "its toPersistent returned "
                            + (counterpart == null
                                    ? "null; return an object"
                                    : "what is " + new NotTransformedException(counterpart).getMessage()));
        }
        Members.require(map, proxy);
        return proxy;
    }

    /** Frees what was made, as it turned out not to be needed; the last thing that is done with it. */
    void discard() {
        if (Transactions.inFa(map)) {
            made.forEach(Allocation::free);
        } else {
            Allocation.takeBack(map, made, kept);
        }
        made.clear();
    }
}
