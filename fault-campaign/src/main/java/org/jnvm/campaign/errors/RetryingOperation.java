package org.jnvm.campaign.errors;

import org.jnvm.ConflictException;
import org.jnvm.JNVM;

/** Blocks that are run again after a conflict. Reads are locked from the first of them until the heap is closed, so they come late. */
enum RetryingOperation implements Operation {
    /** Close to the end: reads are locked from here on until the heap is closed. */
    RETRYING_BLOCK {
        @Override
        public void run(Books books, int n) {
            boolean[] again = {false};
            JNVM.heap().atomicallyRetrying(() -> {
                Changes.make(books, n);
                if (!again[0]) {
                    again[0] = true;
                    throw new ConflictException("as if another block had a lock");
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            Changes.make(model, n);
        }
    },
    JOINT_RETRYING_BLOCK {
        @Override
        public void run(Books books, int n) {
            boolean[] again = {false};
            books.both.atomicallyRetrying(() -> {
                Changes.make(books, n);
                Changes.makeInOther(books, n);
                if (!again[0]) {
                    again[0] = true;
                    throw new ConflictException("as if another block had a lock");
                }
            });
        }

        @Override
        public void expect(Model model, int n) {
            Changes.make(model, n);
            Changes.makeInOther(model, n);
        }
    }
}
