package org.jnvm.bench.alloc;

/**
 * Small programs that allocate, compute in what they have allocated, and free it (Poseidon, section 7.4). One run does
 * all of it; its result is known.
 */
enum Application {
    /** All solutions of the N queens on a board of 8: one block of 32 bytes. */
    QUEENS(92) {
        @Override
        int run(Contender contender, int ints) {
            Contender.Ints board = contender.ints(QUEENS_BOARD);
            int solutions = solve(board);
            board.free();
            return solutions;
        }

        /** Goes through the rows with backtracking; the board holds the column of the queen of each row. */
        private int solve(Contender.Ints board) {
            int solutions = 0;
            int row = 0;
            board.set(0, -1);
            while (row >= 0) {
                int column = board.get(row) + 1;
                while (column < QUEENS_BOARD && isAttacked(board, row, column)) {
                    column++;
                }
                if (column == QUEENS_BOARD) {
                    row--;
                } else {
                    board.set(row, column);
                    if (row == QUEENS_BOARD - 1) {
                        solutions++;
                    } else {
                        row++;
                        board.set(row, -1);
                    }
                }
            }
            return solutions;
        }

        private boolean isAttacked(Contender.Ints board, int row, int column) {
            for (int above = 0; above < row; above++) {
                int distance = Math.abs(board.get(above) - column);
                if (distance == 0 || distance == row - above) {
                    return true;
                }
            }
            return false;
        }
    },
    /** The least spanning tree of the complete graph of 5 vertices, by Kruskal: three blocks of 512 bytes. */
    KRUSKAL(7) {
        @Override
        int run(Contender contender, int ints) {
            Contender.Ints edges = contender.ints(KRUSKAL_INTS);
            Contender.Ints parents = contender.ints(KRUSKAL_INTS);
            Contender.Ints tree = contender.ints(KRUSKAL_INTS);
            int count = connect(edges);
            sort(edges, count);
            int chosen = span(edges, count, parents, tree);
            int weight = 0;
            for (int i = 0; i < chosen; i++) {
                weight += edges.get(EDGE_INTS * tree.get(i));
            }
            tree.free();
            parents.free();
            edges.free();
            return weight;
        }

        /** Writes the edges: weight, one vertex, the other. No two have the same weight. */
        private int connect(Contender.Ints edges) {
            int edge = 0;
            for (int from = 0; from < VERTICES; from++) {
                for (int to = from + 1; to < VERTICES; to++) {
                    edges.set(EDGE_INTS * edge, (7 * edge + 3) % 11);
                    edges.set(EDGE_INTS * edge + 1, from);
                    edges.set(EDGE_INTS * edge + 2, to);
                    edge++;
                }
            }
            return edge;
        }

        /** By insertion. */
        private void sort(Contender.Ints edges, int count) {
            for (int edge = 1; edge < count; edge++) {
                for (int at = edge; at > 0 && weight(edges, at) < weight(edges, at - 1); at--) {
                    for (int i = 0; i < EDGE_INTS; i++) {
                        int one = EDGE_INTS * at + i;
                        int other = one - EDGE_INTS;
                        int kept = edges.get(one);
                        edges.set(one, edges.get(other));
                        edges.set(other, kept);
                    }
                }
            }
        }

        private int weight(Contender.Ints edges, int edge) {
            return edges.get(EDGE_INTS * edge);
        }

        /** Returns how many edges were chosen. */
        private int span(Contender.Ints edges, int count, Contender.Ints parents, Contender.Ints tree) {
            for (int vertex = 0; vertex < VERTICES; vertex++) {
                parents.set(vertex, vertex);
            }
            int chosen = 0;
            for (int edge = 0; edge < count && chosen < VERTICES - 1; edge++) {
                int one = root(parents, edges.get(EDGE_INTS * edge + 1));
                int other = root(parents, edges.get(EDGE_INTS * edge + 2));
                if (one != other) {
                    parents.set(one, other);
                    tree.set(chosen++, edge);
                }
            }
            return chosen;
        }

        private int root(Contender.Ints parents, int vertex) {
            int root = vertex;
            while (parents.get(root) != root) {
                root = parents.get(root);
            }
            return root;
        }
    },
    /** A table of Ackermann's function A(m, n), m up to 4, as far as it fits: one large block. */
    ACKERMANN(61) {
        @Override
        int run(Contender contender, int ints) {
            int columns = ints / ROWS;
            Contender.Ints table = contender.ints(ints);
            int known = columns; // values of the row before
            for (int n = 0; n < columns; n++) {
                table.set(n, n + 1);
            }
            for (int m = 1; m < ROWS; m++) {
                known = fill(table, columns, m, known);
            }
            int result = table.get(3 * columns + 3);
            table.free();
            return result;
        }

        /** Fills a row, A(m, n) = A(m - 1, A(m, n - 1)), until it needs a value that did not fit; returns how many do. */
        private int fill(Contender.Ints table, int columns, int m, int known) {
            int n = 0;
            for (int at = 1; n < columns && at < known; n++) {
                at = table.get((m - 1) * columns + at);
                table.set(m * columns + n, at);
            }
            return n;
        }
    };

    private static final int QUEENS_BOARD = 8;
    private static final int KRUSKAL_INTS = 512 / Integer.BYTES;
    private static final int VERTICES = 5;
    private static final int EDGE_INTS = 3;
    /** Of the table of {@link #ACKERMANN}. */
    private static final int ROWS = 5;

    private final int result;

    Application(int result) {
        this.result = result;
    }

    /**
     * Runs once.
     *
     * @param ints how many {@link #ACKERMANN} allocates
     */
    abstract int run(Contender contender, int ints);

    /**
     * Runs once.
     *
     * @param ints how many {@link #ACKERMANN} allocates, 1000 or more
     * @throws IllegalStateException if the result is wrong
     */
    void check(Contender contender, int ints) {
        int found = run(contender, ints);
        if (found != result) {
            throw new IllegalStateException(
                    "wrong result: application=" + this + ", found=" + found + ", expected=" + result);
        }
    }
}
