package org.jnvm.pdt.internal.conversion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.NotTransformedException;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * Converts volatile objects, and all that they lead to, to persistent ones: of what one call puts into a map. Each object
 * is converted once, so cycles and shared objects stay what they are. What counterparts objects have says a subclass.
 *
 * <p>Iterative: what is to be filled waits on a stack, in the order of a depth-first search, so that a chain may be of
 * any length. A hash or sorted collection is filled when all that its members lead to is, as these must have their hash
 * codes or order by then.
 *
 * <p>For use by one thread, during one call.
 */
public abstract class Converter {
    private final Proxy map;
    private final boolean keepsValues;
    /** By volatile object: the {@link PendingConversion}, or the counterpart of one that refers to nothing. */
    private final Map<Object, Object> known = new IdentityHashMap<>();

    private final Deque<PendingConversion> pending = new ArrayDeque<>();
    /** The counterparts, but those that were valid when they were handed over. */
    private final List<Proxy> made = new ArrayList<>();

    private final List<Proxy> valid = new ArrayList<>();
    /** What was persistent, but invalid, before. */
    private final List<Proxy> kept = new ArrayList<>();
    /** Those that must be looked at again when all is filled. */
    private final List<PendingConversion> ordered = new ArrayList<>();

    private PendingConversion current;
    /** Whether nothing waits to be filled. */
    private boolean whole;

    /**
     * Makes a converter.
     *
     * @param map what the counterparts are put into
     * @param keepsValues whether values stay as they are, so that what holds them owns them
     */
    protected Converter(Proxy map, boolean keepsValues) {
        this.map = map;
        this.keepsValues = keepsValues;
    }

    // ---- what counterparts there are ----

    /** Makes the counterpart of an object that refers to no others, in the current heap; null if it is of no such class. */
    protected abstract Proxy convertLeaf(Object object);

    /**
     * Makes the counterpart of an object that may refer to others, empty, in the current heap.
     *
     * @param parent the pending conversion of what led to the object, or null
     * @param step how
     * @param object the object
     * @return its pending conversion
     * @throws RuntimeException what {@link #refused} returns, if the object has no counterpart
     */
    protected abstract PendingConversion begin(PendingConversion parent, Object step, Object object);

    /** Makes the exception for an object without counterpart. */
    protected abstract RuntimeException exception(String message);

    // ---- conversion ----

    /**
     * Lets an action convert and publish: inside a failure-atomic block as an inner block, so that all of it is undone if it
     * throws; else what was made is freed then, as long as nothing durable can lead to it.
     *
     * @param action converts by {@link #convert}, and puts the counterparts into the map
     * @return what the action returns
     */
    public final <R> R run(Supplier<R> action) {
        Heap.Scope scope = Identity.heap(map).enter();
        try {
            return Transactions.inFa(map) ? inBlock(action) : outside(action);
        } finally {
            scope.close();
        }
    }

    private <R> R inBlock(Supplier<R> action) {
        int depth = Transactions.faStart(map);
        R result;
        try {
            result = action.get();
        } catch (RuntimeException | Error e) {
            Transactions.faFail(map, e, depth);
            throw e;
        }
        Transactions.faEnd(map);
        return result;
    }

    private <R> R outside(Supplier<R> action) {
        try {
            return action.get();
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

    /**
     * Converts an object, and all that it leads to.
     *
     * @param name what messages call the object
     * @param object the object
     * @return its counterpart, to which nothing leads yet
     */
    // persist-order: none. Nothing leads to the counterparts, which are new; before the map's store of one word makes
    //   them reachable, all of them are validated and written back, and fenced once
    public final Object convert(String name, Object object) {
        current = null;
        whole = false;
        Object counterpart = counterpart(name, object);
        while (!pending.isEmpty()) {
            PendingConversion next = pending.pop();
            current = next;
            switch (next.state()) {
                case MADE -> open(next);
                case OPEN -> {
                    next.finish(this);
                    next.state(PendingConversion.State.FILLED);
                }
                case FILLED -> {} // it was met again before it was looked at
            }
        }
        for (PendingConversion each : ordered) {
            current = each;
            each.check(this);
        }
        ordered.clear();
        writeBackValid();
        whole = true;
        return counterpart;
    }

    private void open(PendingConversion conversion) {
        conversion.state(PendingConversion.State.OPEN);
        if (conversion.isOrdered()) {
            ordered.add(conversion);
            pending.push(conversion); // below all that it leads to
            conversion.fill(this);
        } else {
            conversion.fill(this);
            conversion.state(PendingConversion.State.FILLED);
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
     * Returns the counterpart of a part of the object that is being filled. The counterpart may not be filled itself yet.
     *
     * @param step how the object leads to the part: a name, an index, or what a message is to say
     * @param part the part, or null
     * @return the counterpart; null of null
     */
    public final Object counterpart(Object step, Object part) {
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
        if (keepsValues && HeapObjects.isValue(map, part)) {
            return part;
        }
        Object found = known.get(part);
        if (found == null) {
            found = begin(step, part);
            known.put(part, found);
        }
        if (!(found instanceof PendingConversion conversion)) {
            return found;
        }
        if (conversion.state() == PendingConversion.State.MADE) {
            pending.push(conversion); // again, if it waits already: it comes before what meets it now
        }
        return conversion.counterpart();
    }

    /** Makes the counterpart of an object; returns that, or the pending conversion if the object may refer to others. */
    private Object begin(Object step, Object part) {
        Proxy leaf = convertLeaf(part);
        if (leaf != null) {
            made.add(leaf);
            return leaf;
        }
        if (HeapObjects.isValue(map, part)) {
            return part;
        }
        PendingConversion conversion = begin(current, step, part);
        // what is valid may be one from before: it is not this converter's to free
        (Durability.isValid(conversion.counterpart()) ? valid : made).add(conversion.counterpart());
        return conversion;
    }

    /**
     * Returns what to throw if a part of the object that is being filled cannot be converted.
     *
     * @param step the step to the part
     * @param part the part
     * @param remedy why, and what to do
     * @return the exception
     */
    public final RuntimeException refused(Object step, Object part, String remedy) {
        return exception("no persistent counterpart: object=" + Path.to(current, step) + ", class="
                + (part == null ? "null" : part.getClass().getName())
                + ", heap=" + map.heap().path() + "; " + remedy);
    }

    /**
     * Checks what an object says is its counterpart.
     *
     * @param step the step to the object
     * @param part the object
     * @param counterpart what it says
     * @return the counterpart
     */
    public final Proxy requireNew(Object step, Object part, Object counterpart) {
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
    public final void discard() {
        if (Transactions.inFa(map)) {
            made.forEach(Allocation::free);
        } else {
            Allocation.takeBack(map, made, kept);
        }
        made.clear();
    }
}
