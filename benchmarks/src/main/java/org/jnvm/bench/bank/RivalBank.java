package org.jnvm.bench.bank;

import java.nio.file.Path;
import java.util.Set;
import org.jnvm.HeapOptions;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;

/** A bank in J-NVM or in an embedded store that has transactions. */
public final class RivalBank {
    private static final Set<Rival> SYNCED = Set.of(Rival.LMDB, Rival.ROCKSDB, Rival.MV_STORE);

    private RivalBank() {}

    /** Tells whether a store can keep a bank: J-NVM as durable as wanted, others if they are to sync. */
    public static boolean isThere(RivalContender contender) {
        return contender.rival() == Rival.J_NVM
                || SYNCED.contains(contender.rival()) && contender.durability() == Durability.DISK;
    }

    /** Founds a bank in a new file or folder. */
    static Bank found(RivalContender contender, Path file, int accounts) {
        if (!isThere(contender)) {
            throw new IllegalArgumentException("store keeps no bank: store=" + contender.title());
        }
        return switch (contender.rival()) {
            case LMDB -> new LmdbBank(file, accounts);
            case ROCKSDB -> new RocksDbBank(file, accounts);
            case MV_STORE -> new FileBank(file, accounts, true);
            default ->
                new FailureAtomicBank(file, accounts, Rival.domain(contender.durability()), HeapOptions.defaults());
        };
    }
}
