package org.jnvm.internal.object;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jnvm.spi.Proxy;

/**
 * Runs {@code resurrect()} of canonical proxies: once for each, unrelated ones in several threads at a time.
 *
 * <p>What a {@code resurrect()} body asks for is resurrected inside it. All of that is one <em>task</em>: its proxies
 * are published together when the outermost body has ended, so that no other thread sees one before it is whole, and
 * those that a body which throws has made or was seen by do not survive it. Within a task a proxy whose body still runs
 * is seen as it is: that is how cycles end. A thread that needs a proxy of another task waits for that task. Where
 * tasks wait for each other they become one, which ends when all its threads are through.
 *
 * <p>No lock is held while a body runs.
 */
final class Resurrections {
    /** One thread's outermost resurrection with all inside it, or several that met in a cycle. */
    private static final class Task {
        /** In the order in which they began. */
        private final List<Slot> slots = new ArrayList<>();
        /** The task that this one became part of, or null. */
        private Task partOf;

        private int threads = 1;
        private boolean shared;
        private boolean failed;
        private boolean ended;

        private Task whole() {
            Task task = this;
            while (task.partOf != null) {
                task = task.partOf;
            }
            return task;
        }
    }

    /**
     * A proxy.
     *
     * @param task what its body belongs to; null if the body is not the caller's to run
     * @param outermost whether the body is the first one of its thread
     */
    private record Slot(Long ref, Proxy proxy, Task task, boolean outermost) {}

    /** Where proxies are that are whole. */
    interface Published {
        /** Returns the proxy of an object, or null. */
        Proxy known(long ref);

        /** Adds a proxy. */
        void publish(Proxy proxy);
    }

    private final Published table;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, Slot> slots = new HashMap<>();
    /** The task of each thread that runs a body. */
    private final Map<Thread, Task> running = new HashMap<>();
    /** What threads that run a body wait for. */
    private final Map<Thread, Task> waiting = new HashMap<>();

    /**
     * Makes an empty set of resurrections.
     *
     * @param table where proxies are found that are whole, and where these are published
     */
    Resurrections(Published table) {
        this.table = table;
    }

    /**
     * Returns the proxy of an object: one that is whole, one in progress in the caller's task, or one that is made here.
     *
     * @param ref the object
     * @param make makes a bare proxy of it
     */
    Proxy get(long ref, LongFunction<Proxy> make) {
        while (true) {
            Slot slot = begin(ref, make);
            if (slot.task() == null) {
                return slot.proxy();
            }
            boolean whole = false;
            try {
                if (slot.proxy().$jnvm$descriptor().resurrects()) {
                    slot.proxy().resurrect();
                }
                whole = true;
            } finally {
                if (!whole) {
                    fail(slot);
                }
            }
            if (!slot.outermost() || end(slot)) {
                return slot.proxy();
            } // else a body of another thread threw that was part of the task: made again, or the same is thrown here
        }
    }

    private Slot begin(long ref, LongFunction<Proxy> make) {
        Thread thread = Thread.currentThread();
        Proxy bare = null;
        lock.lock();
        try {
            while (true) {
                Proxy known = find(ref, thread);
                if (known != null) {
                    return new Slot(ref, known, null, false);
                }
                if (bare != null) {
                    break;
                }
                lock.unlock(); // constructors of transient superclasses are the program's
                try {
                    bare = make.apply(ref);
                } finally {
                    lock.lock();
                }
            }
            Task own = running.get(thread);
            Task task = own == null ? new Task() : own.whole();
            Slot slot = new Slot(ref, bare, task, own == null);
            boolean begun = false;
            try {
                task.slots.add(slot);
                slots.put(ref, slot);
                running.putIfAbsent(thread, task);
                begun = true;
                return slot;
            } finally {
                if (!begun) { // else whoever wants the object would wait for ever
                    slots.remove(slot.ref(), slot);
                    int last = task.slots.size() - 1;
                    if (last >= 0 && task.slots.get(last) == slot) {
                        task.slots.remove(last);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns a proxy that the thread may use, having waited for one in progress elsewhere; or null. */
    private Proxy find(long ref, Thread thread) {
        while (true) {
            Proxy proxy = table.known(ref);
            Slot slot = slots.get(ref);
            if (proxy != null || slot == null) {
                return proxy;
            }
            Task own = running.containsKey(thread) ? running.get(thread).whole() : null;
            Task other = slot.task().whole();
            if (own != null && own != other && waitsFor(other, own, new HashSet<>())) {
                merge(own, other);
                own = other;
            }
            if (own == other) {
                return slot.proxy();
            }
            if (own != null) {
                waiting.put(thread, other);
            }
            changed.awaitUninterruptibly();
            waiting.remove(thread);
        }
    }

    /** Tells whether a thread of a task waits for another task, maybe by way of further tasks. */
    private boolean waitsFor(Task task, Task other, Set<Task> seen) {
        if (!seen.add(task)) {
            return false;
        }
        for (Map.Entry<Thread, Task> wait : waiting.entrySet()) {
            Task target = wait.getValue().whole();
            if (running.get(wait.getKey()).whole() == task && (target == other || waitsFor(target, other, seen))) {
                return true;
            }
        }
        return false;
    }

    private void merge(Task task, Task into) {
        task.partOf = into;
        into.slots.addAll(task.slots);
        into.threads += task.threads;
        into.failed |= task.failed;
        into.shared = true;
        changed.signalAll();
    }

    /** Drops a proxy whose body threw, and those made since, which may have seen it. */
    private void fail(Slot slot) {
        lock.lock();
        try {
            Task task = slot.task().whole();
            if (task.shared) {
                task.failed = true;
            } else {
                for (Slot last = null; last != slot; ) { // which allocates nothing: memory may be short
                    last = task.slots.remove(task.slots.size() - 1);
                    slots.remove(last.ref(), last);
                }
            }
            if (slot.outermost()) {
                leave(task);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends a thread's part in a task, and waits for the others; tells whether the proxies are whole. */
    private boolean end(Slot slot) {
        lock.lock();
        try {
            leave(slot.task().whole());
            while (!slot.task().whole().ended) {
                changed.awaitUninterruptibly();
            }
            return !slot.task().whole().failed;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Task task) {
        running.remove(Thread.currentThread());
        task.threads--;
        if (task.threads > 0) {
            return;
        }
        task.ended = true;
        for (int i = 0; i < task.slots.size(); i++) {
            Slot each = task.slots.get(i);
            slots.remove(each.ref(), each);
        }
        changed.signalAll();
        for (int i = 0; i < task.slots.size() && !task.failed; i++) {
            table.publish(task.slots.get(i).proxy()); // an error leaves the rest to be made again
        }
    }
}
