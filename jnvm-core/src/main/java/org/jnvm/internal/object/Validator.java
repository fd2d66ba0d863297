package org.jnvm.internal.object;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/**
 * Makes objects valid that are about to become reachable, outside failure-atomic blocks.
 *
 * <p>Safe for use by several threads on graphs that do not share invalid objects.
 */
public final class Validator {
    private final ObjectSpace space;
    private volatile boolean weakUsed;

    /**
     * Makes the validator of a heap.
     *
     * @param space the heap's objects
     */
    public Validator(ObjectSpace space) {
        this.space = space;
    }

    /** Notes that the program made something reachable without a fence, or valid by itself. */
    public void noteWeakUse() {
        weakUsed = true;
    }

    /** Tells whether the program may have made an invalid object reachable. */
    public boolean weakUsed() {
        return weakUsed;
    }

    /**
     * Writes back and validates an invalid object and all invalid objects that it leads to, then fences.
     *
     * @param ref a reference to an invalid object
     */
    // persist-order: [contents and valid bits of all] < pfence < the caller's store that makes them reachable
    //   contents and valid bits may share an epoch: none of the objects is reachable before the fence. Only a program
    //   that used wput or validate() can have made one reachable; then [contents] < pfence < [valid bits].
    public void validateReachable(long ref) {
        validateReachable(ref, Reference.NULL);
    }

    // persist-order: as above
    /**
     * The same of two objects, with one fence.
     *
     * @param one a reference, null's or to an object that may be valid already
     * @param other another one
     */
    public void validateReachable(long one, long other) {
        if (isLeaf(one) && isLeaf(other)) { // as most values of maps are; two of one object do no harm
            if (validateLeaf(one) | validateLeaf(other)) {
                space.pfence();
            }
            return;
        }
        LongStack found = new LongStack();
        try {
            validate(one, found);
            validate(other, found);
        } catch (RuntimeException e) {
            takeBack(found);
            throw e;
        }
        if (!found.isEmpty()) {
            space.pfence();
        }
    }

    /** All or none: a later attempt must not stop at an object that looks done. */
    private void takeBack(LongStack found) {
        while (!found.isEmpty()) {
            space.view(found.pop()).setInvalid();
        }
    }

    // persist-order: as above; the caller fences
    /**
     * The same of many objects, without a fence.
     *
     * @param refs references, none null's
     * @param count how many
     */
    public void validateUnfenced(long[] refs, int count) {
        for (int i = 0; i < count; i++) {
            if (isLeaf(refs[i])) {
                validateLeaf(refs[i]);
                continue;
            }
            LongStack found = new LongStack();
            try {
                validate(refs[i], found);
            } catch (RuntimeException e) {
                takeBack(found);
                throw e;
            }
        }
    }

    /** Tells whether a reference is null's, or leads to an object that leads to no others and may be validated with its contents. */
    private boolean isLeaf(long ref) {
        if (ref == Reference.NULL) {
            return true;
        }
        if (weakUsed) {
            return false;
        }
        ClassEntry entry = space.classes().entry(BlockLayout.classId(space.load(Reference.offset(ref))));
        return entry != null && entry.layout().isLeaf();
    }

    // persist-order: as above, the caller fences
    private boolean validateLeaf(long ref) {
        if (ref == Reference.NULL || BlockLayout.isValid(space.load(Reference.offset(ref)))) {
            return false;
        }
        ObjectView view = space.view(ref);
        view.setValid();
        view.pwb();
        return true;
    }

    // persist-order: as above; without weak use none here, the caller fences once for all
    private void validate(long ref, LongStack found) {
        if (ref == Reference.NULL) {
            return;
        }
        LongStack pending = new LongStack();
        pending.push(ref);
        boolean separate = weakUsed;
        while (!pending.isEmpty()) {
            long next = pending.pop();
            long offset = Reference.offset(next);
            MappedChunk chunk = space.chunk(offset);
            if (BlockLayout.isValid(chunk.loadLong(offset))) {
                continue;
            }
            ObjectView view = space.view(next);
            if (separate) {
                view.pwb();
                space.pfence();
            }
            view.setValid(); // before its references are followed: a cycle ends here
            if (separate) {
                chunk.pwb(offset);
            } else {
                view.pwb();
            }
            found.push(next);
            space.forEachReference(view, at -> {
                long target = space.load(at);
                if (target != Reference.NULL && !BlockLayout.isValid(space.header(target))) {
                    pending.push(target);
                }
            });
        }
    }
}
