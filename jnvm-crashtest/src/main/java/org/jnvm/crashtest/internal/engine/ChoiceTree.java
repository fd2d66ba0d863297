package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.crashtest.internal.model.Chooser;

/**
 * Walks through all sequences of choices, depth first: each run repeats the one before up to its last choice that has an
 * untried possibility. The runs must be deterministic.
 */
final class ChoiceTree implements Chooser {
    private final List<int[]> path = new ArrayList<>();
    private int depth;

    @Override
    public int choose(int options) {
        if (depth == path.size()) {
            path.add(new int[] {0, options});
        }
        int[] step = path.get(depth++);
        if (step[1] != options) {
            throw new IllegalStateException("not deterministic: what is read after a crash must depend on memory only:"
                    + " choice=" + (depth - 1) + ", possibilities now=" + options + ", before=" + step[1]
                    + "; look for identity hashes, clocks and threads in recovery and invariants");
        }
        return step[0];
    }

    @Override
    public boolean isRepeating() {
        return depth < path.size();
    }

    /** Goes on to the next sequence. */
    boolean advance() {
        while (path.size() > depth) { // of a run that ended early
            path.remove(path.size() - 1);
        }
        depth = 0;
        while (!path.isEmpty()) {
            int[] last = path.get(path.size() - 1);
            if (++last[0] < last[1]) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
    }

    /** Returns the choices of the run. */
    int[] choices() {
        return path.stream().limit(depth).mapToInt(step -> step[0]).toArray();
    }
}
