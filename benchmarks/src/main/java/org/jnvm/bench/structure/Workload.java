package org.jnvm.bench.structure;

import java.util.EnumSet;
import java.util.Set;
import org.jnvm.bench.micro.WalkBenchmark;

/** What is done with a structure: it is empty before and afterwards. All that is read or taken out is checked. */
public enum Workload {
    /** Nodes are added at the end of a list, summed up, and taken out at the start (Puddles, figure 9). */
    LIST(EnumSet.of(Contender.LINKED_LIST, Contender.J_NVM_NODES, Contender.LLPL_NODES)) {
        @Override
        void run(Structure structure, Phases phases, int count, int threads) throws InterruptedException {
            LongList list = (LongList) structure;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += Numbers.key(i);
            }
            long expected = sum;
            phases.run("INSERT", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    list.add(Numbers.key(i));
                }
            });
            phases.runWhole("SUM", count, (from, to) -> Numbers.require(list.sum(), expected));
            phases.run("DELETE", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    Numbers.require(list.remove(), Numbers.key(i));
                }
            });
        }
    },
    /** Keys are inserted into a tree, searched, and deleted, each in another random order (Puddles, figure 10). */
    TREE(EnumSet.range(Contender.TREE_MAP, Contender.MV_STORE)) {
        @Override
        void run(Structure structure, Phases phases, int count, int threads) throws InterruptedException {
            LongMap map = (LongMap) structure;
            int[] order = WalkBenchmark.order(count);
            phases.run("INSERT", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = Numbers.key(i);
                    map.add(key, Numbers.value(key, 1));
                }
            });
            phases.run("SEARCH", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = Numbers.key(order[i]);
                    Numbers.require(map.get(key), Numbers.value(key, 1));
                }
            });
            phases.run("DELETE", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = Numbers.key(order[count - 1 - i]);
                    Numbers.require(map.remove(key), Numbers.value(key, 1));
                }
            });
        }
    },
    /** Threads load a tree, and do YCSB-A on it (Poseidon, figure 9). */
    YCSB(EnumSet.of(Contender.SKIP_LIST_MAP, Contender.J_NVM_SKIP_LIST, Contender.LLPL, Contender.MV_STORE)) {
        @Override
        void run(Structure structure, Phases phases, int count, int threads) throws InterruptedException {
            LongMap map = (LongMap) structure;
            Requests requests = new Requests(count);
            phases.run("LOAD", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = Numbers.key(i);
                    map.add(key, Numbers.value(key, Requests.LOADED));
                }
            });
            phases.run("A", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    requests.run(i, map);
                }
            });
            int[] last = new int[count];
            phases.run("DELETE", count, (from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = Numbers.key(i);
                    last[i] = Numbers.version(key, map.remove(key));
                }
            });
            requests.check(last, threads);
        }
    };

    private final Set<Contender> contenders;

    Workload(Set<Contender> contenders) {
        this.contenders = contenders;
    }

    /** Returns who can do it. */
    public Set<Contender> contenders() {
        return contenders;
    }

    /**
     * Does it.
     *
     * @param count how many elements there are, and operations of each kind
     */
    abstract void run(Structure structure, Phases phases, int count, int threads) throws InterruptedException;
}
