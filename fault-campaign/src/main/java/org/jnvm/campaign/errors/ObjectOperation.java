package org.jnvm.campaign.errors;

import org.jnvm.DurabilityDomain;
import org.jnvm.JNVM;
import org.jnvm.pdt.PByteArray;

/** Fields and arrays of an object, outside of blocks, or a block of their own. */
enum ObjectOperation implements Operation {
    STRING_SET {
        @Override
        public void run(Books books, int n) {
            books.ledger.text = "set " + n;
        }

        @Override
        public void expect(Model model, int n) {
            model.text = "set " + n;
        }
    },
    BOX_SET {
        @Override
        public void run(Books books, int n) {
            Runnable set = () -> books.ledger.boxed = n % 3 == 0 ? null : (Long) (long) n;
            if (books.domain() == DurabilityDomain.DISK) { // where a poisoned heap may lose what is stored outside
                JNVM.heap().atomically(set);
            } else {
                set.run();
            }
        }

        @Override
        public void expect(Model model, int n) {
            model.boxed = n % 3 == 0 ? null : (Long) (long) n;
        }
    },
    ARRAY_COPY {
        @Override
        public void run(Books books, int n) {
            byte[] bytes = new byte[Books.BYTES];
            java.util.Arrays.fill(bytes, (byte) n);
            PByteArray before = books.ledger.bytes;
            books.ledger.bytes = new PByteArray(bytes);
            JNVM.heap().free(before);
        }

        @Override
        public void expect(Model model, int n) {
            model.filledWith = (byte) n;
        }
    },
    ARRAY_FILL_IN_BLOCK {
        @Override
        public void run(Books books, int n) {
            JNVM.heap().atomically((Runnable) () -> books.ledger.bytes.fill((byte) n));
        }

        @Override
        public void expect(Model model, int n) {
            model.filledWith = (byte) n;
        }
    },
    OBJECT_SET_AND_FREE {
        @Override
        public void run(Books books, int n) {
            Ledger before = books.ledger.next;
            books.ledger.next = new Ledger(n);
            if (before != null) {
                JNVM.heap().free(before);
            }
        }

        @Override
        public void expect(Model model, int n) {
            model.next = (long) n;
        }
    }
}
