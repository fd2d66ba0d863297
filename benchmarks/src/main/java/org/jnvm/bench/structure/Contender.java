package org.jnvm.bench.structure;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PTreeMap;

/** Who has the structures. */
public enum Contender {
    /** {@code LinkedList}. */
    LINKED_LIST(Durability.NONE) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new VolatileList();
        }
    },
    /** J-NVM: nodes of a transformed class, changed in failure-atomic blocks. */
    J_NVM_NODES(Durability.PROCESS, Durability.NVMM) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new PersistentList(heap(file, bytes, durability));
        }
    },
    /** LLPL, if it is there: nodes that are memory blocks, changed in transactions. */
    LLPL_NODES(Durability.NVMM) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return llpl("LlplList", file, bytes);
        }
    },
    /** {@code TreeMap}. */
    TREE_MAP(Durability.NONE) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new VolatileMap(new TreeMap<>(), () -> {});
        }
    },
    /** {@code ConcurrentSkipListMap}. */
    SKIP_LIST_MAP(Durability.NONE) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new VolatileMap(new ConcurrentSkipListMap<>(), () -> {});
        }
    },
    /** J-NVM's sorted map. */
    J_NVM_TREE(Durability.PROCESS, Durability.NVMM) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new PersistentTree(heap(file, bytes, durability), PTreeMap::new);
        }
    },
    /** J-NVM's sorted map for several threads. */
    J_NVM_SKIP_LIST(Durability.PROCESS, Durability.NVMM) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return new PersistentTree(heap(file, bytes, durability), PSkipListMap::new);
        }
    },
    /** LLPL's radix tree, if LLPL is there. */
    LLPL(Durability.NVMM) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            return llpl("LlplTree", file, bytes);
        }
    },
    /** H2's MVStore with its defaults: changes are written within a second. */
    MV_STORE(Durability.NONE) {
        @Override
        Structure open(Path file, long bytes, Durability durability) {
            MVStore store = MVStore.open(file.toString());
            MVMap<Long, Long> map = store.openMap(
                    "tree",
                    new MVMap.Builder<Long, Long>()
                            .keyType(LongDataType.INSTANCE)
                            .valueType(LongDataType.INSTANCE));
            return new VolatileMap(map, store::close);
        }
    };

    private final List<Durability> durabilities;

    Contender(Durability... durabilities) {
        this.durabilities = List.of(durabilities);
    }

    /** Returns what an acknowledged operation can be made to survive. */
    public List<Durability> durabilities() {
        return durabilities;
    }

    /** Tells whether it is LLPL, which is not everywhere. */
    public boolean isLlpl() {
        return this == LLPL_NODES || this == LLPL;
    }

    /**
     * Makes an empty structure.
     *
     * @param bytes the most that its file may grow to, where that must be said
     */
    abstract Structure open(Path file, long bytes, Durability durability);

    private static Heap heap(Path file, long bytes, Durability durability) {
        return Heap.create(file, bytes, HeapOptions.defaults().domain(Rival.domain(durability)));
    }

    private static Structure llpl(String name, Path file, long bytes) {
        try {
            return (Structure) Class.forName("org.jnvm.bench.structure." + name)
                    .getConstructor(Path.class, long.class)
                    .newInstance(file, bytes);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("LLPL does not start: " + e, e);
        }
    }
}
