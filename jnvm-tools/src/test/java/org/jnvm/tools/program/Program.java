package org.jnvm.tools.program;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.PObject;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.spi.Recorder;

/**
 * A program with persistent classes. {@code write FILE COMMITS} makes a heap with root {@code all}, moves money between
 * accounts, root {@code accounts}, in so many commits, and stops in the middle of one more, to be killed; {@code read FILE ROOT...} compares what roots lead to with what
 * was written.
 */
public final class Program {
    private static final int ACCOUNTS = 32;
    private static final PrintStream OUT = System.out;

    private Program() {}

    /** Runs it. */
    public static void main(String[] args) {
        Path file = Path.of(args[1]);
        if (args[0].equals("write")) {
            write(file, Integer.parseInt(args[2]));
        } else {
            Map<String, Object> expected = Structures.expected(file.resolveSibling(file.getFileName() + ".expected"));
            for (int i = 2; i < args.length; i++) {
                read(file, args[i], expected);
            }
        }
    }

    /** Makes a heap with the graph, and closes it. */
    public static void make(Path file) {
        try (Heap heap = Heap.create(file, 8 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("all", Structures.make());
        }
    }

    /** Writes until it is killed: {@code commits} transfers, and then half of one more. */
    private static void write(Path file, int commits) {
        HalfWay halfWay = new HalfWay();
        Heap heap = Heap.create(file, 8 << 20, HeapOptions.defaults().recorder(halfWay));
        try (Heap.Scope scope = heap.enter()) {
            heap.root().put("all", Structures.make());
            Account[] accounts = new Account[ACCOUNTS];
            for (int i = 0; i < ACCOUNTS; i++) {
                accounts[i] = new Account(100);
            }
            heap.root().put("accounts", new PArray<>((Object[]) accounts));
            for (int n = 0; n <= commits; n++) {
                int amount = 1 + n % 13;
                if (n == commits) {
                    for (Object account : accounts) {
                        halfWay.watch(((PObject) account).addr());
                    }
                }
                heap.atomically(() -> {
                    for (int k = 0; k < ACCOUNTS; k += 2) {
                        accounts[k].balance -= amount;
                        accounts[k + 1].balance += amount;
                        accounts[k].transfers++;
                        accounts[k + 1].transfers--;
                    }
                });
            }
        }
        throw new AssertionError("the last transfer was not stopped");
    }

    /** Stops the program in the middle of applying a commit: after some stores to objects that were there before. */
    private static final class HalfWay implements Recorder {
        private static final int BLOCK_BYTES = 256;

        private final Set<Long> blocks = new HashSet<>();
        private int stores;

        private void watch(long object) {
            blocks.add(object & -BLOCK_BYTES); // a slab that has accounts only
        }

        @Override
        public void started(byte[] image) {
            // not needed
        }

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            if (blocks.contains(offset & -BLOCK_BYTES) && ++stores == ACCOUNTS) {
                OUT.println("in mid-commit");
                while (true) {
                    LockSupport.park();
                }
            }
        }

        @Override
        public void writtenBack(long offset) {
            // not needed
        }

        @Override
        public void fenced() {
            // not needed
        }
    }

    @SuppressWarnings("unchecked")
    private static void read(Path file, String root, Map<String, Object> expected) {
        try (Heap heap = Heap.open(file)) {
            Object value = heap.root().get(root);
            if (value instanceof PArray<?> accounts) {
                long balance = 0;
                long transfers = 0;
                boolean recovered = true;
                for (int i = 0; i < accounts.length(); i++) {
                    balance += ((Account) accounts.get(i)).balance;
                    transfers += ((Account) accounts.get(i)).transfers;
                    recovered &= ((Account) accounts.get(i)).recovered;
                }
                boolean balanced = balance == 100L * ACCOUNTS && transfers == 0;
                OUT.println((balanced ? "balanced" : balance + " " + transfers) + (recovered ? ", recovered" : ""));
                return;
            }
            Map<String, Object> found = Structures.describe((PHashMap<PString, Object>) value);
            OUT.println(found.equals(expected) ? "equal" : "found=" + found + "\nexpected=" + expected);
        }
    }
}
