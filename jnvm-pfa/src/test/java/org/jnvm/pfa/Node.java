package org.jnvm.pfa;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** A reference and four longs, in several cache lines: in a block of its own, or in a slot. */
abstract class Node extends AbstractProxy {
    private static final int NEXT = 8;
    private static final int LEFT = 16;

    private static volatile boolean inSlots;

    private Node() {}

    private Node(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
    }

    /** A persistent class as the transformer would make it; each long is in another cache line. */
    static final class InBlock extends Node {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(InBlock.class, """
                class org.jnvm.pfa.Node$InBlock
                version 1
                extends -
                bytes 248
                field org.jnvm.pfa.Node next Lorg.jnvm.PObject; 8
                field org.jnvm.pfa.Node left J 16
                field org.jnvm.pfa.Node upper J 72
                field org.jnvm.pfa.Node lower J 136
                field org.jnvm.pfa.Node right J 200""", InBlock::new);

        private InBlock() {
            Allocation.allocate(this);
        }

        private InBlock(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        int upper() {
            return 72;
        }

        @Override
        int lower() {
            return 136;
        }

        @Override
        int rightmost() {
            return 200;
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    /** The same in a slot, which has two cache lines: the leftmost long is in one, the others are in the other. */
    static final class InSlot extends Node {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(InSlot.class, """
                class org.jnvm.pfa.Node$InSlot
                version 1
                extends -
                bytes 120
                field org.jnvm.pfa.Node next Lorg.jnvm.PObject; 8
                field org.jnvm.pfa.Node left J 16
                field org.jnvm.pfa.Node upper J 64
                field org.jnvm.pfa.Node lower J 72
                field org.jnvm.pfa.Node right J 112""", InSlot::new);

        private InSlot() {
            Allocation.allocate(this);
        }

        private InSlot(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        int upper() {
            return 64;
        }

        @Override
        int lower() {
            return 72;
        }

        @Override
        int rightmost() {
            return 112;
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    /** Says where the nodes are that are made from now on; in blocks, unless this says otherwise. */
    static void makeInSlots(boolean wanted) {
        inSlots = wanted;
    }

    /** Makes a node. */
    static Node of(long left, long right) {
        Node made = inSlots ? new InSlot() : new InBlock();
        made.setLeft(left);
        made.region.putLong(made.pointer, made.upper(), left);
        made.region.putLong(made.pointer, made.lower(), right);
        made.setRight(right);
        return made;
    }

    abstract int upper();

    abstract int lower();

    abstract int rightmost();

    long left() {
        return region.getLong(pointer, LEFT);
    }

    long right() {
        return region.getLong(pointer, rightmost());
    }

    Node next() {
        return (Node) FieldAccess.getRef(this, NEXT);
    }

    void setLeft(long value) {
        region.putLong(pointer, LEFT, value);
    }

    void setRight(long value) {
        region.putLong(pointer, rightmost(), value);
    }

    void setNext(Node value) {
        FieldAccess.setRef(this, NEXT, value);
    }

    /** Moves an amount from right to left, so that their sum stays; changes every line of the object. */
    void move(long amount) {
        setLeft(left() + amount);
        region.putLong(pointer, upper(), left());
        setRight(right() - amount);
        region.putLong(pointer, lower(), right());
    }

    /** Returns all four longs. */
    String values() {
        return left() + "," + region.getLong(pointer, upper()) + "," + region.getLong(pointer, lower()) + "," + right();
    }
}
