package org.jnvm.campaign.errors;

import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.Recovery;

/** What is done to a heap as a whole, which is after it as it was before. */
enum HeapOperation implements Operation {
    FORCE {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().force();
        }
    },
    CHECK {
        @Override
        public void run(Books books, int n) {
            if (!JNVM.heap().check().isSound()) {
                throw new IllegalStateException(JNVM.heap().check().toString());
            }
        }
    },
    READ {
        @Override
        public void run(Books books, int n) {
            books.read();
        }
    },
    COLLECT {
        @Override
        public void run(Books books, int n) {
            try (Heap.Scope scope = books.other.enter()) {
                new Ledger(n); // to which nothing leads
            }
            books.other.collect();
        }
    },
    BACKUP {
        @Override
        public void run(Books books, int n) {
            books.copies.backup(JNVM.heap());
        }
    },
    SNAPSHOT {
        @Override
        public void run(Books books, int n) {
            books.copies.snapshot(JNVM.heap());
        }
    },
    SALVAGE {
        @Override
        public void run(Books books, int n) {
            books.copies.salvage(JNVM.heap());
        }
    },
    /** An opening that fails leaves the file to the next one. */
    REOPEN {
        @Override
        public void run(Books books, int n) {
            books.reopenDefault(n % 2 == 0 ? Recovery.AUTO : Recovery.FULL);
        }

        @Override
        public boolean closes() {
            return true;
        }
    },
    CLOSE {
        @Override
        public void run(Books books, int n) {
            JNVM.close();
        }

        @Override
        public boolean closes() {
            return true;
        }
    }
}
