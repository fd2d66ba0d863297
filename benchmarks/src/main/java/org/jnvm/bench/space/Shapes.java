package org.jnvm.bench.space;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;

/** The classes of {@link Shape}, as a program writes them: the build transforms them. */
final class Shapes {
    private Shapes() {}

    /** Two numbers. */
    @Persistent
    static final class Small {
        private long first;
        private long second;

        Small(long number) {
            first = number;
            second = -number;
        }

        long sum() {
            return first + second;
        }
    }

    /** An order. */
    @Persistent
    static final class Order {
        PArrayList<Object> lines;

        private long id;
        private long time;
        private int state;
        private String number;
        private String note;

        Order(int id) {
            this.id = id;
            time = 1_700_000_000_000L + id;
            state = 1;
            number = "" + (100_000_000 + id);
            note = "leave it out";
        }

        boolean isOpen() {
            return state != 0 && id >= 0 && time > 0 && number != null && note != null;
        }
    }

    /** A line of an order. */
    @Persistent
    static final class Line {
        private int quantity;
        private double price;
        private String article;

        Line(int number) {
            quantity = 1;
            price = number / 100.0;
            article = "a" + (1_000_000 + number);
        }

        double amount() {
            return article == null ? 0 : quantity * price;
        }
    }
}
