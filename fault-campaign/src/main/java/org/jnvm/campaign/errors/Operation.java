package org.jnvm.campaign.errors;

import java.util.Map;
import java.util.function.Consumer;
import org.jnvm.ConflictException;
import org.jnvm.DurabilityDomain;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PString;

/** What is done to the {@link Books}, and what it makes of a {@link Model}. A number makes each one different. */
enum Operation {
    BLOCK {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> changes(books, n));
        }

        @Override
        void expect(Model model, int n) {
            changes(model, n);
        }
    },
    METHOD {
        @Override
        void run(Books books, int n) {
            books.ledger.both(n);
        }

        @Override
        void expect(Model model, int n) {
            model.count = n;
            model.inverse = ~n;
            model.text = "both " + n;
        }
    },
    SMALL_BLOCK {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> books.ledger.count += n);
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
        }
    },
    EMPTY_BLOCK {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> {});
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    },
    SAVEPOINT {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> {
                books.ledger.count += n;
                books.maps.get(1).put(key(n), new PString("outer " + n));
                try {
                    heap().atomically((Runnable) () -> {
                        changes(books, n);
                        throw new Boom();
                    });
                } catch (Boom e) {
                    books.ledger.text = "after " + n;
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.maps.get(1).put(keyText(n), "outer " + n);
            model.text = "after " + n;
        }
    },
    ABORT_BY_EXCEPTION {
        @Override
        void run(Books books, int n) {
            try {
                heap().atomically((Runnable) () -> {
                    changes(books, n);
                    throw new Boom();
                });
            } catch (Boom e) {
                // that is what was wanted
            }
        }

        @Override
        void expect(Model model, int n) {
            // all is undone
        }
    },
    BY_HAND {
        @Override
        void run(Books books, int n) {
            JNVM.faStart();
            try {
                changes(books, n);
                JNVM.faEnd();
            } catch (Throwable e) {
                if (JNVM.inFa()) {
                    JNVM.faAbortAll();
                }
                throw e;
            }
        }

        @Override
        void expect(Model model, int n) {
            changes(model, n);
        }
    },
    ABORT_BY_HAND {
        @Override
        void run(Books books, int n) {
            JNVM.faStart();
            try {
                books.ledger.count += n;
                JNVM.faStart();
                changes(books, n);
                JNVM.faAbort();
                JNVM.faAbort();
            } catch (Throwable e) {
                if (JNVM.inFa()) {
                    JNVM.faAbortAll();
                }
                throw e;
            }
        }

        @Override
        void expect(Model model, int n) {
            // all is undone
        }
    },
    CALLBACKS {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> {
                books.ledger.boxed = (long) n;
                heap().onAbort(() -> books.ledger.probe = -1);
                heap().onCommit(() -> books.ledger.probe = n);
                JNVM.root.put("extra" + n % 4, new PString("called " + n));
            });
        }

        @Override
        void expect(Model model, int n) {
            model.boxed = (long) n;
            model.roots.put("extra" + n % 4, "called " + n);
        }
    },
    PUT_PLAIN {
        @Override
        void run(Books books, int n) {
            put(books, 0, n);
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(0).put(keyText(n), "put " + n);
        }
    },
    PUT_CONCURRENT {
        @Override
        void run(Books books, int n) {
            put(books, 1, n);
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(1).put(keyText(n), "put " + n);
        }
    },
    PUT_SORTED {
        @Override
        void run(Books books, int n) {
            put(books, 2, n);
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(2).put(keyText(n), "put " + n);
        }
    },
    CONVERSION {
        @Override
        void run(Books books, int n) {
            books.maps.get(Books.CONVERTING).put(keyText(n), "converted " + n);
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(Books.CONVERTING).put(keyText(n), "converted " + n);
        }
    },
    GROW {
        @Override
        void run(Books books, int n) {
            GrowingMap.run(n);
        }

        @Override
        void expect(Model model, int n) {
            GrowingMap.expect(model.growing, n);
        }

        @Override
        void between(Model model, int n, Consumer<Model> left) {
            GrowingMap.between(model.growing, n, () -> left.accept(model));
        }
    },
    COMPUTE {
        @Override
        void run(Books books, int n) {
            books.maps.get(n % 3).compute(key(n), (key, before) -> n % 4 == 0 ? null : new PString("computed " + n));
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(n % 3).compute(keyText(n), (key, before) -> n % 4 == 0 ? null : "computed " + n);
        }
    },
    REMOVE {
        @Override
        void run(Books books, int n) {
            CharSequence before = books.maps.get(n % 3).remove(keyText(n));
            if (before != null) {
                heap().free(before);
            }
        }

        @Override
        void expect(Model model, int n) {
            model.maps.get(n % 3).remove(keyText(n));
        }
    },
    ROOT_PUT {
        @Override
        void run(Books books, int n) {
            JNVM.root.put("extra" + n % 4, new PString("root " + n));
        }

        @Override
        void expect(Model model, int n) {
            model.roots.put("extra" + n % 4, "root " + n);
        }
    },
    ROOT_REMOVE {
        @Override
        void run(Books books, int n) {
            JNVM.root.remove("extra" + n % 4);
        }

        @Override
        void expect(Model model, int n) {
            model.roots.remove("extra" + n % 4);
        }
    },
    STRING_SET {
        @Override
        void run(Books books, int n) {
            books.ledger.text = "set " + n;
        }

        @Override
        void expect(Model model, int n) {
            model.text = "set " + n;
        }
    },
    BOX_SET {
        @Override
        void run(Books books, int n) {
            Runnable set = () -> books.ledger.boxed = n % 3 == 0 ? null : (Long) (long) n;
            if (books.domain() == DurabilityDomain.DISK) { // where a poisoned heap may lose what is stored outside
                heap().atomically(set);
            } else {
                set.run();
            }
        }

        @Override
        void expect(Model model, int n) {
            model.boxed = n % 3 == 0 ? null : (Long) (long) n;
        }
    },
    ARRAY_COPY {
        @Override
        void run(Books books, int n) {
            byte[] bytes = new byte[Books.BYTES];
            java.util.Arrays.fill(bytes, (byte) n);
            PByteArray before = books.ledger.bytes;
            books.ledger.bytes = new PByteArray(bytes);
            heap().free(before);
        }

        @Override
        void expect(Model model, int n) {
            model.filledWith = (byte) n;
        }
    },
    ARRAY_FILL_IN_BLOCK {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> books.ledger.bytes.fill((byte) n));
        }

        @Override
        void expect(Model model, int n) {
            model.filledWith = (byte) n;
        }
    },
    OBJECT_SET_AND_FREE {
        @Override
        void run(Books books, int n) {
            Ledger before = books.ledger.next;
            books.ledger.next = new Ledger(n);
            if (before != null) {
                heap().free(before);
            }
        }

        @Override
        void expect(Model model, int n) {
            model.next = (long) n;
        }
    },
    LIST_ADD {
        @Override
        void run(Books books, int n) {
            if (books.list.size() < MOST) {
                books.list.add(new PString("added " + n));
            } else {
                books.list.add(0, new PString("first " + n));
                books.list.subList(MOST / 2, books.list.size()).clear();
            }
        }

        @Override
        void expect(Model model, int n) {
            if (model.list.size() < MOST) {
                model.list.add("added " + n);
            } else {
                model.list.add(0, "first " + n);
                model.list.subList(MOST / 2, model.list.size()).clear();
            }
        }

        @Override
        void between(Model model, int n, Consumer<Model> left) {
            if (model.list.size() >= MOST) {
                model.list.add(0, "first " + n);
                left.accept(model);
            }
        }
    },
    LIST_REMOVE {
        @Override
        void run(Books books, int n) {
            if (!books.list.isEmpty()) {
                heap().free(books.list.remove(n % books.list.size()));
            }
        }

        @Override
        void expect(Model model, int n) {
            if (!model.list.isEmpty()) {
                model.list.remove(n % model.list.size());
            }
        }
    },
    FORCE {
        @Override
        void run(Books books, int n) {
            heap().force();
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    },
    /** An inner block that is undone, after one that was undone: if an error kept that from it, the second must not hide it. */
    TWO_SAVEPOINTS {
        @Override
        void run(Books books, int n) {
            heap().atomically((Runnable) () -> {
                books.ledger.count += n;
                for (int i = 0; i < 2; i++) {
                    try {
                        heap().atomically((Runnable) () -> {
                            books.ledger.inverse = n;
                            books.maps.get(1).put(key(n), new PString("inner " + n));
                            throw new Boom();
                        });
                    } catch (Boom e) {
                        books.ledger.text = "after " + n;
                    }
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.text = "after " + n;
        }
    },
    JOINT_BLOCK {
        @Override
        void run(Books books, int n) {
            books.both.atomically(() -> {
                changes(books, n);
                otherChanges(books, n);
            });
        }

        @Override
        void expect(Model model, int n) {
            changes(model, n);
            otherChanges(model, n);
        }
    },
    JOINT_SMALL_BLOCK {
        @Override
        void run(Books books, int n) {
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count -= n;
            });
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.otherCount -= n;
        }
    },
    /** One heap is changed; in the other one there are new objects to which nothing leads. */
    JOINT_BLOCK_OF_ONE {
        @Override
        void run(Books books, int n) {
            books.both.atomically(() -> {
                books.otherLedger.count += n;
                if (n % 2 == 0) {
                    heap().free(new Ledger(n));
                    new Ledger(n);
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            model.otherCount += n;
        }
    },
    JOINT_SAVEPOINT {
        @Override
        void run(Books books, int n) {
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                try {
                    books.both.atomically(() -> {
                        changes(books, n);
                        otherChanges(books, n);
                        throw new Boom();
                    });
                } catch (Boom e) {
                    books.ledger.text = "after " + n;
                    books.otherLedger.text = "after " + n;
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
            model.text = "after " + n;
            model.otherText = "after " + n;
        }
    },
    JOINT_ABORT_BY_EXCEPTION {
        @Override
        void run(Books books, int n) {
            try {
                books.both.atomically(() -> {
                    otherChanges(books, n);
                    heap().atomically((Runnable) () -> changes(books, n));
                    throw new Boom();
                });
            } catch (Boom e) {
                // that is what was wanted
            }
        }

        @Override
        void expect(Model model, int n) {
            // all is undone
        }
    },
    /** The program goes on as if nothing was, whatever the abort throws. */
    JOINT_ABORT_BY_HAND {
        @Override
        void run(Books books, int n) {
            boolean[] cutShort = {false};
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                JNVM.faStart();
                otherChanges(books, n);
                changes(books, n);
                try {
                    JNVM.faAbort();
                } catch (OutOfMemoryError | StackOverflowError e) {
                    cutShort[0] = true; // swallowed on purpose
                }
            });
            if (cutShort[0]) {
                throw new Boom();
            }
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
        }
    },
    /** The same, of a block that ends by itself: an error that comes before anything is undone leaves it as it is. */
    JOINT_ABORT {
        @Override
        void run(Books books, int n) {
            boolean[] cutShort = {false};
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                try {
                    books.both.atomically(() -> {
                        otherChanges(books, n);
                        changes(books, n);
                        try {
                            JNVM.faAbort();
                        } catch (OutOfMemoryError | StackOverflowError e) {
                            cutShort[0] = true; // swallowed on purpose
                        }
                    });
                } catch (FailureAtomicException e) {
                    // that it was aborted
                }
            });
            if (cutShort[0]) {
                throw new Boom();
            }
        }

        @Override
        void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
        }

        @Override
        void between(Model model, int n, Consumer<Model> left) {
            expect(model, n);
            otherChanges(model, n);
            changes(model, n);
            left.accept(model);
        }
    },
    JOINT_CALLBACKS {
        @Override
        void run(Books books, int n) {
            books.both.atomically(() -> {
                books.otherLedger.boxed = (long) n;
                books.other.onAbort(() -> books.otherLedger.probe = -1);
                books.other.onCommit(() -> books.otherLedger.probe = n);
                heap().onCommit(() -> books.ledger.probe = n);
                books.ledger.boxed = (long) n;
                otherChanges(books, n);
            });
        }

        @Override
        void expect(Model model, int n) {
            model.boxed = (long) n;
            otherChanges(model, n);
        }
    },
    /** Close to the end: reads are locked from here on until the heap is closed. */
    RETRYING_BLOCK {
        @Override
        void run(Books books, int n) {
            boolean[] again = {false};
            heap().atomicallyRetrying(() -> {
                changes(books, n);
                if (!again[0]) {
                    again[0] = true;
                    throw new ConflictException("as if another block had a lock");
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            changes(model, n);
        }
    },
    JOINT_RETRYING_BLOCK {
        @Override
        void run(Books books, int n) {
            boolean[] again = {false};
            books.both.atomicallyRetrying(() -> {
                changes(books, n);
                otherChanges(books, n);
                if (!again[0]) {
                    again[0] = true;
                    throw new ConflictException("as if another block had a lock");
                }
            });
        }

        @Override
        void expect(Model model, int n) {
            changes(model, n);
            otherChanges(model, n);
        }
    },
    CHECK {
        @Override
        void run(Books books, int n) {
            if (!heap().check().isSound()) {
                throw new IllegalStateException(heap().check().toString());
            }
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    },
    READ {
        @Override
        void run(Books books, int n) {
            books.read();
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    },
    /** An opening that fails leaves the file to the next one. */
    REOPEN {
        @Override
        void run(Books books, int n) {
            books.reopenDefault(n % 2 == 0 ? Recovery.AUTO : Recovery.FULL);
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    },
    CLOSE {
        @Override
        void run(Books books, int n) {
            JNVM.close();
        }

        @Override
        void expect(Model model, int n) {
            // nothing is changed
        }
    };

    private static final int MOST = 12;
    private static final int KEYS = 6;

    /** Runs it; what it throws on purpose does not leave it. */
    abstract void run(Books books, int n);

    /** Does the same to a model. */
    abstract void expect(Model model, int n);

    /**
     * Passes on each state in which an error may leave what is neither as before nor as after: none where it is one change.
     *
     * @param model what it was before; is changed
     */
    void between(Model model, int n, Consumer<Model> left) {
        // nothing
    }

    /** Tells whether it starts and ends failure-atomic blocks by hand. */
    boolean isByHand() {
        return this == BY_HAND || this == ABORT_BY_HAND;
    }

    /** Tells whether it closes the default heap, so that all objects in it have to be found anew. */
    boolean closes() {
        return this == CLOSE || this == REOPEN;
    }

    private static Heap heap() {
        return JNVM.heap();
    }

    private static String keyText(int n) {
        return "key" + n % KEYS;
    }

    private static PString key(int n) {
        return new PString(keyText(n));
    }

    private static void put(Books books, int map, int n) {
        CharSequence before = books.maps.get(map).put(key(n), new PString("put " + n));
        if (before != null) {
            heap().free(before);
        }
    }

    /** Changes something of everything, with new objects and freed ones. */
    private static void changes(Books books, int n) {
        Ledger ledger = books.ledger;
        ledger.count += n;
        ledger.inverse = ~(long) n;
        ledger.text = "changed " + n;
        ledger.boxed = (long) n;
        for (int i = 0; i < 3; i++) {
            Map<CharSequence, CharSequence> map = books.maps.get(i);
            CharSequence before = map.put(key(n), new PString("block " + n));
            if (before != null) {
                heap().free(before);
            }
            CharSequence removed = map.remove(keyText(n + 1));
            if (removed != null) {
                heap().free(removed);
            }
        }
        Ledger next = ledger.next;
        ledger.next = new Ledger(n);
        if (next != null) {
            heap().free(next);
        }
        ledger.bytes.fill((byte) n);
    }

    /** The same in the other heap. */
    private static void otherChanges(Books books, int n) {
        try (Heap.Scope scope = books.other.enter()) {
            Ledger ledger = books.otherLedger;
            ledger.count += n;
            ledger.text = "changed " + n;
            CharSequence before = books.otherMap.put(key(n), new PString("block " + n));
            if (before != null) {
                books.other.free(before);
            }
            Ledger next = ledger.next;
            ledger.next = new Ledger(n);
            if (next != null) {
                books.other.free(next);
            }
        }
    }

    private static void otherChanges(Model model, int n) {
        model.otherCount += n;
        model.otherText = "changed " + n;
        model.otherMap.put(keyText(n), "block " + n);
        model.otherNext = (long) n;
    }

    private static void changes(Model model, int n) {
        model.count += n;
        model.inverse = ~(long) n;
        model.text = "changed " + n;
        model.boxed = (long) n;
        for (int i = 0; i < 3; i++) {
            model.maps.get(i).put(keyText(n), "block " + n);
            model.maps.get(i).remove(keyText(n + 1));
        }
        model.next = (long) n;
        model.filledWith = (byte) n;
    }
}
