package org.jnvm.campaign.errors;

import java.util.function.Consumer;
import org.jnvm.FailureAtomicException;
import org.jnvm.JNVM;

/** Failure-atomic blocks over both heaps. */
enum JointOperation implements Operation {
    JOINT_BLOCK {
        @Override
        public void run(Books books, int n) {
            books.both.atomically(() -> {
                Changes.make(books, n);
                Changes.makeInOther(books, n);
            });
        }

        @Override
        public void expect(Model model, int n) {
            Changes.make(model, n);
            Changes.makeInOther(model, n);
        }
    },
    JOINT_SMALL_BLOCK {
        @Override
        public void run(Books books, int n) {
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count -= n;
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.count += n;
            model.otherCount -= n;
        }
    },
    /** One heap is changed; in the other one there are new objects to which nothing leads. */
    JOINT_BLOCK_OF_ONE {
        @Override
        public void run(Books books, int n) {
            books.both.atomically(() -> {
                books.otherLedger.count += n;
                if (n % 2 == 0) {
                    JNVM.heap().free(new Ledger(n));
                    new Ledger(n);
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.otherCount += n;
        }
    },
    JOINT_SAVEPOINT {
        @Override
        public void run(Books books, int n) {
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                try {
                    books.both.atomically(() -> {
                        Changes.make(books, n);
                        Changes.makeInOther(books, n);
                        throw new Boom();
                    });
                } catch (Boom e) {
                    books.ledger.text = "after " + n;
                    books.otherLedger.text = "after " + n;
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
            model.text = "after " + n;
            model.otherText = "after " + n;
        }
    },
    JOINT_ABORT_BY_EXCEPTION {
        @Override
        public void run(Books books, int n) {
            try {
                books.both.atomically(() -> {
                    Changes.makeInOther(books, n);
                    JNVM.heap().atomically((Runnable) () -> Changes.make(books, n));
                    throw new Boom();
                });
            } catch (Boom e) {
                // that is what was wanted
            }
        }
    },
    /** The program goes on as if nothing was, whatever the abort throws. */
    JOINT_ABORT_BY_HAND {
        @Override
        public void run(Books books, int n) {
            boolean[] cutShort = {false};
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                JNVM.faStart();
                Changes.makeInOther(books, n);
                Changes.make(books, n);
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
        public void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
        }
    },
    /** The same, of a block that ends by itself: an error that comes before anything is undone leaves it as it is. */
    JOINT_ABORT {
        @Override
        public void run(Books books, int n) {
            boolean[] cutShort = {false};
            books.both.atomically(() -> {
                books.ledger.count += n;
                books.otherLedger.count += n;
                try {
                    books.both.atomically(() -> {
                        Changes.makeInOther(books, n);
                        Changes.make(books, n);
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
        public void expect(Model model, int n) {
            model.count += n;
            model.otherCount += n;
        }

        @Override
        public void between(Model model, int n, Consumer<Model> left) {
            expect(model, n);
            Changes.makeInOther(model, n);
            Changes.make(model, n);
            left.accept(model);
        }
    },
    JOINT_CALLBACKS {
        @Override
        public void run(Books books, int n) {
            books.both.atomically(() -> {
                books.otherLedger.boxed = (long) n;
                books.other.onAbort(() -> books.otherLedger.probe = -1);
                books.other.onCommit(() -> books.otherLedger.probe = n);
                JNVM.heap().onCommit(() -> books.ledger.probe = n);
                books.ledger.boxed = (long) n;
                Changes.makeInOther(books, n);
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.boxed = (long) n;
            Changes.makeInOther(model, n);
        }
    }
}
