package org.jnvm.bench.alloc;

import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** Persistent classes of one block with fixed fields, as the transformer would make them. */
final class FixedBlock {
    private FixedBlock() {}

    /** Two longs: 16 bytes. */
    static final class Of16 extends AbstractProxy {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Of16.class, """
                class org.jnvm.bench.alloc.FixedBlock$Of16
                version 1
                extends -
                bytes 24
                field org.jnvm.bench.alloc.FixedBlock$Of16 first J 8
                field org.jnvm.bench.alloc.FixedBlock$Of16 last J 16""", Of16::new);

        Of16() {
            Allocation.allocate(this);
        }

        private Of16(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    /** Eight longs: 64 bytes. */
    static final class Of64 extends AbstractProxy {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Of64.class, """
                class org.jnvm.bench.alloc.FixedBlock$Of64
                version 1
                extends -
                bytes 72
                field org.jnvm.bench.alloc.FixedBlock$Of64 first J 8
                field org.jnvm.bench.alloc.FixedBlock$Of64 last J 64""", Of64::new);

        Of64() {
            Allocation.allocate(this);
        }

        private Of64(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    /** Twelve longs and an int: 100 bytes. */
    static final class Of100 extends AbstractProxy {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Of100.class, """
                class org.jnvm.bench.alloc.FixedBlock$Of100
                version 1
                extends -
                bytes 112
                field org.jnvm.bench.alloc.FixedBlock$Of100 first J 8
                field org.jnvm.bench.alloc.FixedBlock$Of100 last I 104""", Of100::new);

        Of100() {
            Allocation.allocate(this);
        }

        private Of100(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    /** The whole payload of a block: 248 bytes. */
    static final class Of248 extends AbstractProxy {
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Of248.class, """
                class org.jnvm.bench.alloc.FixedBlock$Of248
                version 1
                extends -
                bytes 256
                field org.jnvm.bench.alloc.FixedBlock$Of248 first J 8
                field org.jnvm.bench.alloc.FixedBlock$Of248 last J 248""", Of248::new);

        Of248() {
            Allocation.allocate(this);
        }

        private Of248(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }
}
