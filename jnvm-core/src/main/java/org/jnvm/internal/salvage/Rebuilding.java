package org.jnvm.internal.salvage;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jnvm.HeapFullException;
import org.jnvm.internal.inspect.Elements;
import org.jnvm.internal.inspect.Entries;
import org.jnvm.internal.inspect.HeapBuilder;
import org.jnvm.internal.inspect.ObjectBuilder;
import org.jnvm.internal.inspect.ObjectGroup;
import org.jnvm.internal.inspect.ObjectId;
import org.jnvm.internal.inspect.OwnedObjects;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.value.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of a group anew in another heap, one by one, with all that is sound of them. Collections are made of their
 * entries, so that a damaged part of an index takes away no more than what was in it.
 */
final class Rebuilding {
    private static final int TOLD_EVERY = 1 << 14;
    private static final String NOTHING_SOUND = "leads to nothing sound";

    private final StoredHeap heap;
    private final ObjectGroup group;
    private final OwnedObjects owned;
    private final HeapBuilder target;
    private final Losses losses;
    private final OopMaps maps;
    private final Entries entries;
    private final Set<Integer> withoutClass = new HashSet<>();
    private final Set<Long> leftOut = new HashSet<>();

    Rebuilding(StoredHeap heap, ObjectGroup group, HeapBuilder target, Losses losses) {
        this.heap = heap;
        this.group = group;
        this.owned = new OwnedObjects(heap, group);
        this.target = target;
        this.losses = losses;
        this.maps = new OopMaps(heap.layouts());
        this.entries = new Entries(heap);
    }

    /** Makes all of them; returns how many. */
    long run(LongConsumer progress) {
        for (int id : heap.classIds()) {
            try {
                target.addClass(id < BlockLayout.FIRST_USER_CLASS_ID ? id : 0, heap.layout(id));
            } catch (IllegalArgumentException e) {
                withoutClass.add(id);
                losses.problem("class is left out, with its objects: " + e.getMessage());
            }
        }
        group.forEach(ref -> {
            if (isObject(ref)) {
                object(heap.object(ref));
                if (target.objects() % TOLD_EVERY == 0) {
                    progress.accept(target.objects());
                }
            }
        });
        return target.objects();
    }

    /** Tells whether a reference leads to an object that is made anew. */
    boolean isObject(long ref) {
        StoredObject object = Reference.isOwner(ref) ? null : heap.object(ref);
        return object != null
                && object.classId() >= ReservedClass.STRING
                && !withoutClass.contains(object.classId())
                && group.has(ref)
                && !owned.isPart(object);
    }

    /** Tells whether an object was made. */
    boolean isMade(long ref) {
        return isObject(ref) && !leftOut.contains(ObjectId.of(ref).id());
    }

    private void object(StoredObject object) {
        ObjectId id = ObjectId.of(object.ref());
        try {
            if (object.classId() == ReservedClass.STRING) {
                target.string(id, (String) object.immediate());
                return;
            }
            ClassLayout layout = object.layout();
            ObjectBuilder made = target.object(layout.className(), layout.version());
            for (ClassLayout.Field field : layout.fields()) {
                if (!Entries.isDerived(object, field)) {
                    field(made, object, field);
                }
            }
            if (Entries.areIn(layout)) {
                entries.visit(object, new Members(made, object));
            } else if (object.classId() == ReservedClass.ARRAY_LIST) {
                list(made, object);
            } else if (layout.tail() != null) {
                elements(made, object, object.length());
            }
            made.finish(id);
        } catch (HeapFullException e) {
            throw e;
        } catch (RuntimeException e) {
            leaveOut(object, id, e);
        }
    }

    private void leaveOut(StoredObject object, ObjectId id, RuntimeException e) {
        target.leaveOut(id);
        leftOut.add(id.id());
        losses.of(object, "all of it", Reference.NULL, "cannot be read: " + e);
    }

    /** Tells whether objects of a class are parts of an index. */
    static boolean isIndexPart(int classId) {
        return switch (classId) {
            case ReservedClass.TREE_LEAF,
                    ReservedClass.TREE_NODE,
                    ReservedClass.TABLE_SEGMENT,
                    ReservedClass.TABLE_PAGE,
                    ReservedClass.HASH_TABLE -> true;
            default -> false;
        };
    }

    /** Makes a collection of a part of an index that no collection leads to any more. */
    boolean collection(StoredObject part, ObjectId id) {
        boolean sorted = part.classId() == ReservedClass.TREE_LEAF || part.classId() == ReservedClass.TREE_NODE;
        ClassLayout layout = collectionLayout(sorted);
        if (layout == null) {
            return false;
        }
        try {
            ObjectBuilder made = target.object(layout.className(), layout.version());
            entries.visitPart(part, new Members(made, part));
            made.finish(id);
            return true;
        } catch (HeapFullException e) {
            throw e;
        } catch (RuntimeException e) {
            leaveOut(part, id, e);
            return false;
        }
    }

    /** Returns the layout of a map, the first that the heap has. */
    private @Nullable ClassLayout collectionLayout(boolean sorted) {
        int[] ids = sorted
                ? new int[] {ReservedClass.TREE_MAP, ReservedClass.SKIP_LIST_MAP}
                : new int[] {ReservedClass.HASH_MAP, ReservedClass.CONCURRENT_HASH_MAP, ReservedClass.AUTO_PERSIST_MAP};
        for (int id : ids) {
            ClassLayout layout = withoutClass.contains(id) ? null : heap.layout(id);
            if (layout != null && Entries.areIn(layout)) {
                return layout;
            }
        }
        return null;
    }

    private void field(ObjectBuilder made, StoredObject object, ClassLayout.Field field) {
        long bits = object.bits(field);
        boolean isReference = field.isReference();
        long ref = isReference ? bits : Reference.NULL;
        try {
            if (isReference && !field.isOwned() && !Reference.isOwner(bits)) {
                if (bits != Reference.NULL && isObject(bits) && fits(field.type(), bits)) {
                    made.set(field, ObjectId.of(bits));
                } else if (bits != Reference.NULL) {
                    losses.of(object, field.name(), bits, NOTHING_SOUND);
                }
                return;
            }
            Object value = object.value(field);
            if (value == null ? ref != Reference.NULL : value instanceof StoredValue.Damaged) {
                losses.of(object, field.name(), ref, NOTHING_SOUND);
            } else if (value instanceof StoredValue.Constant constant
                    && ValueLayout.isEnumType(field.type())
                    && !field.type().equals("E" + constant.className() + ";")) {
                losses.of(object, field.name(), ref, "is a constant of another enum: " + constant);
            } else {
                made.set(field, value);
            }
        } catch (HeapFullException e) {
            throw e;
        } catch (RuntimeException e) {
            losses.of(object, field.name(), ref, "cannot be read: " + e);
        }
    }

    private boolean fits(String type, long ref) {
        return maps.accepts(type, heap.object(ref).classId());
    }

    private void list(ObjectBuilder made, StoredObject list) {
        long ref = list.layout().fields().stream()
                .filter(field -> field.offset() == ReservedClass.LIST_ELEMENTS_OFFSET)
                .findFirst()
                .map(list::bits)
                .orElse(Reference.NULL);
        StoredObject elements = heap.object(ref);
        if (elements != null && elements.classId() == ReservedClass.LIST_ELEMENTS) {
            elements(made, elements, elements.bits(elements.layout().fields().get(0)));
        } else if (ref != Reference.NULL) {
            losses.of(list, "elements", ref, NOTHING_SOUND);
        }
    }

    private void elements(ObjectBuilder made, StoredObject object, long count) {
        for (Elements elements = new Elements(object); elements.next() && elements.index() < count; ) {
            if (!elements.areReferences()) {
                made.element(elements.value());
                continue;
            }
            Object member = null;
            String reason = NOTHING_SOUND;
            try {
                member = member(elements.reference());
            } catch (HeapFullException e) {
                throw e;
            } catch (RuntimeException e) {
                reason = "cannot be read: " + e;
            }
            if (member == null && elements.reference() != Reference.NULL) {
                losses.of(object, "[" + elements.index() + "]", elements.reference(), reason);
            }
            made.element(member);
        }
    }

    /** Returns what a key, value or element is made of; null if that is not sound. */
    private @Nullable Object member(long ref) {
        if (!Reference.isOwner(ref)) {
            return isObject(ref) ? ObjectId.of(ref) : null;
        }
        StoredObject value = heap.object(ref);
        Object immediate = value == null ? null : value.immediate();
        return immediate instanceof StoredValue.Damaged ? null : immediate;
    }

    /** Takes the entries of a collection that is made. */
    private final class Members implements Entries.Visitor {
        private final ObjectBuilder made;
        private final StoredObject object;
        /** Keys of a part that no table leads to, in which an entry may be twice. */
        private final Set<Long> seen = new HashSet<>();

        private Members(ObjectBuilder made, StoredObject object) {
            this.made = made;
            this.object = object;
        }

        @Override
        public boolean visit(long key, long value) {
            boolean isPart = OwnedObjects.isPart(object.classId());
            if (isPart && !seen.add(key)) {
                return true;
            }
            try {
                Object madeKey = member(key);
                Object madeValue = key == value && !isPart ? madeKey : member(value);
                if (madeKey == null || madeValue == null) {
                    losses.of(object, "[entry]", madeKey == null ? key : value, NOTHING_SOUND);
                } else {
                    made.member(madeKey, key == value && !isPart ? null : madeValue);
                }
            } catch (HeapFullException e) {
                throw e;
            } catch (RuntimeException e) {
                losses.of(object, "[entry]", key, "cannot be read: " + e);
            }
            return true;
        }

        @Override
        public void missing(long ref) {
            losses.of(object, "[entry]", ref, NOTHING_SOUND);
        }

        @Override
        public void endLeaf() {
            made.endLeaf();
        }
    }

    /** Returns what roots lead to, by name, and notes those that are lost. */
    void roots(Map<String, ObjectId> found) {
        for (String name : heap.rootNames()) {
            long ref = heap.root(name);
            if (isMade(ref)) {
                found.put(name, ObjectId.of(ref));
            } else {
                losses.root(name, ref);
            }
        }
    }
}
