package org.jnvm.bench.fa;

import java.util.Arrays;
import java.util.List;

/** A kind of failure-atomic block. */
public enum Operation {
    /** Nothing in it. */
    EMPTY("empty"),
    /** One field. */
    WRITE_1("1 object"),
    /** One field each. */
    WRITE_4("4 objects"),
    /** One field each. */
    WRITE_16("16 objects"),
    /** One field each. */
    WRITE_256("256 objects"),
    /** 104 bytes. */
    WRITE_13("13 fields of an object"),
    /** All fields. */
    WRITE_ALL("all fields of an object"),
    /** A new object instead of another. */
    REPLACE("new object, linked, old one freed"),
    /** Three levels. */
    NESTED("nested, 3 levels, a field each"),
    /** An inner block undone, which LLPL has not: there it undoes the outermost one. */
    INNER_UNDONE("a field, inner block undone");

    private final String title;

    Operation(String title) {
        this.title = title;
    }

    /** Returns the operations that a contender has. */
    static List<Operation> of(String contender) {
        return Arrays.stream(values())
                .filter(each -> each != INNER_UNDONE || !contender.equals(FaContender.LLPL))
                .toList();
    }

    /** Returns the name for tables. */
    public String title() {
        return title;
    }

    /** Runs a block. */
    void run(FaContender contender, int thread, long value) {
        switch (this) {
            case EMPTY -> contender.empty();
            case WRITE_1 -> contender.write(thread, 1, value);
            case WRITE_4 -> contender.write(thread, 4, value);
            case WRITE_16 -> contender.write(thread, 16, value);
            case WRITE_256 -> contender.write(thread, FaContender.OBJECTS, value);
            case WRITE_13 -> contender.writeFields(thread, 13, value);
            case WRITE_ALL -> contender.writeFields(thread, FaContender.FIELDS, value);
            case REPLACE -> contender.replace(thread, value);
            case NESTED -> contender.nested(thread, value);
            case INNER_UNDONE -> contender.innerUndone(thread, value);
            default -> throw new AssertionError(this);
        }
    }
}
