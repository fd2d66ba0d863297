package org.jnvm.tools;

import java.util.Objects;
import java.util.function.Consumer;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.inspect.Elements;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jspecify.annotations.Nullable;

/**
 * Compares two copies of one heap by address: an object that is live in both, with the same generation and class, is the
 * same. Goes through both at once, so it takes little memory.
 */
final class HeapDiff {
    /** Elements of one array that are told one by one. */
    private static final int ELEMENTS_TOLD = 10;

    private static final int TOLD_EVERY = 1 << 16;

    private final StoredHeap a;
    private final StoredHeap b;
    private final Consumer<Difference> out;
    private long count;

    private HeapDiff(StoredHeap a, StoredHeap b, Consumer<Difference> out) {
        this.a = a;
        this.b = b;
        this.out = out;
    }

    static long compare(HeapImage first, HeapImage second, Consumer<Difference> out, ToolProgress progress) {
        if (!first.info().heapId().equals(second.info().heapId())) {
            throw new HeapFormatException("files are no copies of one heap: heap=" + first.path() + ", id="
                    + first.info().heapId() + ", other heap=" + second.path() + ", id="
                    + second.info().heapId() + "; objects of different heaps have nothing to be told apart by");
        }
        HeapDiff diff = new HeapDiff(first.contents(), second.contents(), out);
        diff.roots();
        diff.objects(progress);
        return diff.count;
    }

    private void tell(
            Difference.Kind kind,
            String what,
            @Nullable String field,
            @Nullable Object before,
            @Nullable Object after) {
        count++;
        out.accept(new Difference(
                kind, what, field, before == null ? null : before.toString(), after == null ? null : after.toString()));
    }

    private void roots() {
        for (String name : a.rootNames()) {
            if (!b.rootNames().contains(name)) {
                tell(Difference.Kind.ROOT_REMOVED, name, null, text(a, a.root(name)), null);
            } else if (a.root(name) != b.root(name)) {
                tell(Difference.Kind.ROOT_CHANGED, name, null, text(a, a.root(name)), text(b, b.root(name)));
            }
        }
        for (String name : b.rootNames()) {
            if (!a.rootNames().contains(name)) {
                tell(Difference.Kind.ROOT_ADDED, name, null, null, text(b, b.root(name)));
            }
        }
    }

    private void objects(ToolProgress progress) {
        Reachable inA = Reachable.fromRoots(a, a.rootNames(), progress.passes());
        Reachable inB = Reachable.fromRoots(b, b.rootNames(), progress.passes());
        Reachable.Cursor ca = inA.cursor();
        Reachable.Cursor cb = inB.cursor();
        boolean moreA = ca.next();
        boolean moreB = cb.next();
        long done = 0;
        while (moreA || moreB) {
            long offA = moreA ? Reference.offset(ca.ref()) : Long.MAX_VALUE;
            long offB = moreB ? Reference.offset(cb.ref()) : Long.MAX_VALUE;
            StoredObject before = offA <= offB ? a.object(ca.ref()) : null;
            StoredObject after = offB <= offA ? b.object(cb.ref()) : null;
            if (before != null && after != null && isSame(before, after)) {
                fields(before, after);
            } else {
                if (before != null) {
                    tell(Difference.Kind.REMOVED, Values.text(before), null, null, null);
                }
                if (after != null) {
                    tell(Difference.Kind.ADDED, Values.text(after), null, null, null);
                }
            }
            moreA = offA <= offB ? ca.next() : moreA;
            moreB = offB <= offA ? cb.next() : moreB;
            if (++done % TOLD_EVERY == 0) {
                progress.progress("compare", done, Math.max(inA.objects(), inB.objects()));
            }
        }
    }

    private static boolean isSame(StoredObject before, StoredObject after) {
        return before.ref() == after.ref() && before.layout().sameBytes(after.layout());
    }

    private void fields(StoredObject before, StoredObject after) {
        ClassLayout layout = before.layout();
        if (before.classId() == ReservedClass.STRING || before.classId() == ReservedClass.VALUE) {
            if (!Objects.equals(before.immediate(), after.immediate())) {
                changed(before, "value", Values.text(before), Values.text(after));
            }
            return;
        }
        for (ClassLayout.Field field : layout.fields()) {
            if (before.bits(field) != after.bits(field)) {
                changed(
                        before,
                        Values.name(layout, field),
                        field.isReference() && !field.isOwned()
                                ? text(a, before.bits(field))
                                : Values.text(before.value(field)),
                        field.isReference() && !field.isOwned()
                                ? text(b, after.bits(field))
                                : Values.text(after.value(field)));
            }
        }
        if (layout.tail() != null) {
            elements(before, after);
        }
    }

    private void elements(StoredObject before, StoredObject after) {
        Elements ea = new Elements(before);
        Elements eb = new Elements(after);
        long different = 0;
        while (ea.next() && eb.next()) {
            Object va = ea.areReferences() ? (Object) ea.reference() : ea.value();
            Object vb = eb.areReferences() ? (Object) eb.reference() : eb.value();
            if (!va.equals(vb)) {
                if (different++ < ELEMENTS_TOLD) {
                    changed(
                            before,
                            "[" + ea.index() + "]",
                            ea.areReferences() ? text(a, ea.reference()) : Values.text(va),
                            eb.areReferences() ? text(b, eb.reference()) : Values.text(vb));
                } else if (different == ELEMENTS_TOLD + 1) {
                    changed(before, "[" + ea.index() + "] and further ones", "…", "…");
                }
            }
        }
    }

    private void changed(StoredObject object, String field, String before, String after) {
        tell(Difference.Kind.CHANGED, Values.name(object), field, before, after);
    }

    private static String text(StoredHeap heap, long ref) {
        if (ref == Reference.NULL) {
            return "null";
        }
        StoredObject object = heap.object(ref);
        return object == null ? "nothing@" + Reference.describe(ref) : Values.text(object);
    }
}
