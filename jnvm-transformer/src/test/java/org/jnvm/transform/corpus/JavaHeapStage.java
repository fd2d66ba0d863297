package org.jnvm.transform.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects as the JVM has them: what the program does without the transformer. */
public final class JavaHeapStage extends Stage {
    private final Map<String, Object> names = new HashMap<>();

    @Override
    public void aborted(Action block, Object... changed) {
        Undo undo = Undo.of(List.of(changed));
        caught(block);
        undo.run();
    }

    @Override
    public void atomically(Runnable action) {
        action.run();
    }

    @Override
    public void put(String name, Object object) {
        names.put(name, object);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(String name) {
        return (T) names.get(name);
    }

    @Override
    public void reopen() {
        // nothing was ever away
    }

    @Override
    public void onPersistentHeap(Action action) {
        // nothing of it here
    }
}
