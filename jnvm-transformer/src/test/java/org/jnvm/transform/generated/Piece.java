package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A part of a generated source, which can be printed for either heap, and without some of its groups. */
sealed interface Piece {
    /** Appends the source. */
    void print(StringBuilder out, boolean javaHeap, Set<Group> dropped);

    /** The same for both. */
    record Text(String text) implements Piece {
        @Override
        public void print(StringBuilder out, boolean javaHeap, Set<Group> dropped) {
            out.append(text);
        }
    }

    /** What the Java heap needs, to behave as the transformed class does; nothing on the persistent heap. */
    record Model(String text) implements Piece {
        @Override
        public void print(StringBuilder out, boolean javaHeap, Set<Group> dropped) {
            if (javaHeap) {
                out.append(text);
            }
        }
    }

    /** Pieces that a smaller program may do without: a statement, a method, a field. */
    final class Group implements Piece {
        private final List<Piece> pieces = new ArrayList<>();
        private boolean free;

        /** Says that nothing else needs it to compile. */
        Group free() {
            free = true;
            return this;
        }

        boolean isFree() {
            return free;
        }

        Group text(String text) {
            pieces.add(new Text(text));
            return this;
        }

        Group model(String text) {
            pieces.add(new Model(text));
            return this;
        }

        Group add(Piece piece) {
            pieces.add(piece);
            return this;
        }

        Group addAll(List<? extends Piece> more) {
            pieces.addAll(more);
            return this;
        }

        /** Adds all groups in this one to a list, outer ones first. */
        void collect(List<Group> groups) {
            for (Piece piece : pieces) {
                if (piece instanceof Group group) {
                    groups.add(group);
                    group.collect(groups);
                }
            }
        }

        @Override
        public void print(StringBuilder out, boolean javaHeap, Set<Group> dropped) {
            if (!dropped.contains(this)) {
                pieces.forEach(piece -> piece.print(out, javaHeap, dropped));
            }
        }
    }
}
