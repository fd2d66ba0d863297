package org.jnvm.campaign.errors;

import org.jnvm.JNVM;
import org.jnvm.pdt.PString;

/** Failure-atomic blocks of one heap: from a lambda, a method and by hand, that end, are undone, or call back. */
enum BlockOperation implements Operation {
    BLOCK {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> Changes.make(books, n));
        }

        @Override
        public void expect(Model model, int n) {
            Changes.make(model, n);
        }
    },
    METHOD {
        @Override
        public void run(Books books, int n) {
            books.ledger.both(n);
        }

        @Override
        public void expect(Model model, int n) {
            model.count = n;
            model.inverse = ~n;
            model.text = "both " + n;
        }
    },
    SMALL_BLOCK {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> books.ledger.count += n);
        }

        @Override
        public void expect(Model model, int n) {
            model.count += n;
        }
    },
    EMPTY_BLOCK {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> {});
        }
    },
    SAVEPOINT {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> {
                books.ledger.count += n;
                books.maps.get(1).put(Changes.key(n), new PString("outer " + n));
                try {
                    JNVM.heap().atomically((Runnable) () -> {
                        Changes.make(books, n);
                        throw new Boom();
                    });
                } catch (Boom e) {
                    books.ledger.text = "after " + n;
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.count += n;
            model.maps.get(1).put(Changes.keyText(n), "outer " + n);
            model.text = "after " + n;
        }
    },
    /** An inner block that is undone, after one that was undone: if an error kept that from it, the second must not hide it. */
    TWO_SAVEPOINTS {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> {
                books.ledger.count += n;
                for (int i = 0; i < 2; i++) {
                    try {
                        JNVM.heap().atomically((Runnable) () -> {
                            books.ledger.inverse = n;
                            books.maps.get(1).put(Changes.key(n), new PString("inner " + n));
                            throw new Boom();
                        });
                    } catch (Boom e) {
                        books.ledger.text = "after " + n;
                    }
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.count += n;
            model.text = "after " + n;
        }
    },
    ABORT_BY_EXCEPTION {
        @Override
        public void run(Books books, int n) {
            try {
                JNVM.heap().atomically((Runnable) () -> {
                    Changes.make(books, n);
                    throw new Boom();
                });
            } catch (Boom e) {
                // that is what was wanted
            }
        }
    },
    BY_HAND {
        @Override
        public void run(Books books, int n) {
            JNVM.faStart();
            try {
                Changes.make(books, n);
                JNVM.faEnd();
            } catch (Throwable e) {
                if (JNVM.inFa()) {
                    JNVM.faAbortAll();
                }
                throw e;
            }
        }

        @Override
        public void expect(Model model, int n) {
            Changes.make(model, n);
        }

        @Override
        public boolean isByHand() {
            return true;
        }
    },
    ABORT_BY_HAND {
        @Override
        public void run(Books books, int n) {
            JNVM.faStart();
            try {
                books.ledger.count += n;
                JNVM.faStart();
                Changes.make(books, n);
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
        public boolean isByHand() {
            return true;
        }
    },
    CALLBACKS {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> {
                books.ledger.boxed = (long) n;
                JNVM.heap().onAbort(() -> books.ledger.probe = -1);
                JNVM.heap().onCommit(() -> books.ledger.probe = n);
                JNVM.root.put("extra" + n % 4, new PString("called " + n));
            });
        }

        @Override
        public void expect(Model model, int n) {
            model.boxed = (long) n;
            model.roots.put("extra" + n % 4, "called " + n);
        }
    }
}
