package org.jnvm.bench.space;

import java.util.SplittableRandom;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PByteArray;

/** Objects, or groups of them, whose size in the file is measured. */
enum Shape {
    /** Two longs: 16 bytes of fields. */
    SMALL {
        @Override
        Object make(int number, SplittableRandom random) {
            return new Shapes.Small(number);
        }

        @Override
        long content(Object made) {
            return 16;
        }
    },
    /** An order with one line: order, its number and note, the list of lines and its elements, the line and its article. */
    ORDER {
        @Override
        Object make(int number, SplittableRandom random) {
            Shapes.Order order = new Shapes.Order(number);
            PArrayList<Object> lines = new PArrayList<>();
            lines.add(new Shapes.Line(number));
            order.lines = lines;
            return order;
        }

        @Override
        long content(Object made) {
            return 8 + 8 + 4 + 9 + 12 + 4 + 8 + 8; // numbers and characters
        }
    },
    /** Ten arrays of 100 bytes. */
    ARRAYS {
        @Override
        Object make(int number, SplittableRandom random) {
            Object last = null;
            for (int i = 0; i < 10; i++) {
                last = new PByteArray(100);
            }
            return last;
        }

        @Override
        long content(Object made) {
            return 1000;
        }
    },
    /** A record of ten fields of 100 bytes: the same, and the array that leads to them. */
    RECORD {
        @Override
        Object make(int number, SplittableRandom random) {
            Object[] fields = new Object[10];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = new PByteArray(100);
            }
            return new PArray<>(fields);
        }

        @Override
        long content(Object made) {
            return 1000;
        }
    },
    /** Arrays of 8 to 1024 bytes, evenly distributed (seed 002, section 6, has allocations of such sizes). */
    MIX {
        @Override
        Object make(int number, SplittableRandom random) {
            return new PByteArray(random.nextInt(8, 1025));
        }

        @Override
        long content(Object made) {
            return ((PByteArray) made).length();
        }
    };

    /** Makes one. */
    abstract Object make(int number, SplittableRandom random);

    /** Returns how many bytes of content one has: what a program has put there. */
    abstract long content(Object made);
}
