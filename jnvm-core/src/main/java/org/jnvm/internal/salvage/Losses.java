package org.jnvm.internal.salvage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.RecoveryListener;
import org.jnvm.SalvageReport;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.Reference;

/** What is lost: of the tables of a heap, and of its objects. */
final class Losses {
    /** Roots that are asked whether they lead to something that has lost something. */
    private static final int MOST_ROOTS = 64;

    private static final int MOST_PROBLEMS = 100;

    private record Lost(long object, String className, String field, long ref, String reason) {}

    private final List<String> problems = new ArrayList<>();
    private final List<Lost> lost = new ArrayList<>();
    private final List<String> lostRoots = new ArrayList<>();
    private long count;
    private long problemCount;

    /** Returns the same, for another try. */
    Losses copy() {
        Losses copy = new Losses();
        copy.problems.addAll(problems);
        copy.problemCount = problemCount;
        return copy;
    }

    /** Notes what is damaged in a table. */
    void problem(String what) {
        if (problems.contains(what)) {
            return; // tables are read again behind a replay
        }
        if (++problemCount <= MOST_PROBLEMS) {
            problems.add(what);
        }
    }

    /** Notes that a root is lost. */
    void root(String name, long ref) {
        lostRoots.add(name);
        add(new Lost(0, "root", name, ref, "leads to nothing sound"));
    }

    /** Notes that an object has lost something. */
    void of(StoredObject object, String field, long ref, String reason) {
        add(new Lost(object.ref(), object.layout().className(), field, ref, reason));
    }

    private void add(Lost one) {
        if (++count <= SalvageReport.MOST_LISTED) {
            lost.add(one);
        }
    }

    /** Tells whether something is damaged. */
    boolean areAny() {
        return count > 0 || problemCount > 0;
    }

    long count() {
        return count;
    }

    List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        if (problemCount > problems.size()) {
            all.add("and more: " + (problemCount - problems.size()));
        }
        return all;
    }

    /** Returns what objects have lost, with the roots that lead to them. */
    List<SalvageReport.Loss> listed(StoredHeap heap, RecoveryListener listener) {
        List<String> asked = lost.isEmpty()
                ? List.of()
                : heap.rootNames().stream().limit(MOST_ROOTS).toList();
        Map<Integer, List<String>> roots = new HashMap<>();
        for (String root : asked) {
            Reachable reachable = Reachable.fromRoots(heap, List.of(root), listener);
            for (int i = 0; i < lost.size(); i++) {
                long owner = lost.get(i).object();
                if (owner != 0 && reachable.has(owner)) {
                    roots.computeIfAbsent(i, key -> new ArrayList<>()).add(root);
                }
            }
        }
        List<SalvageReport.Loss> listed = new ArrayList<>();
        for (int i = 0; i < lost.size(); i++) {
            Lost each = lost.get(i);
            listed.add(new SalvageReport.Loss(
                    each.object() == 0 ? List.of(each.field()) : roots.getOrDefault(i, List.of()),
                    each.className(),
                    Reference.describe(each.object()),
                    each.field(),
                    each.ref() == 0 ? "null" : Reference.describe(each.ref()),
                    each.reason()));
        }
        return listed;
    }
}
