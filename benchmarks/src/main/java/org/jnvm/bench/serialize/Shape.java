package org.jnvm.bench.serialize;

/** How the objects of a graph are linked. All can be reached from object 0; links lead to greater numbers. */
public enum Shape {
    /** A balanced binary tree. */
    TREE {
        @Override
        int left(int number, int objects) {
            return inside(2 * number + 1, objects);
        }

        @Override
        int right(int number, int objects) {
            return inside(2 * number + 2, objects);
        }
    },
    /** A linked list. */
    LIST {
        @Override
        int left(int number, int objects) {
            return NONE;
        }

        @Override
        int right(int number, int objects) {
            return inside(number + 1, objects);
        }
    };

    /** No object. */
    static final int NONE = -1;

    /** Returns the first object that one leads to, or {@link #NONE}. */
    abstract int left(int number, int objects);

    /** Returns the second object that one leads to, or {@link #NONE}. */
    abstract int right(int number, int objects);

    private static int inside(int number, int objects) {
        return number < objects ? number : NONE;
    }
}
