package org.jnvm.bench.bank;

import java.nio.file.Path;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;

/** How a bank keeps its accounts. */
public enum Variant {
    /** In the Java heap: a crash of the process takes all transfers. */
    VOLATILE("volatile", false) {
        @Override
        Bank open(Path folder, int accounts) {
            return new VolatileBank(accounts);
        }
    },
    /** Failure-atomic blocks, and the recovery GC. */
    J_PFA("J-PFA", true) {
        @Override
        Bank open(Path folder, int accounts) {
            return new FailureAtomicBank(folder.resolve(HEAP), accounts, DOMAIN, HeapOptions.defaults());
        }
    },
    /** Failure-atomic blocks, and a linear scan instead of the recovery GC (thesis: J-PFA-nogc). */
    J_PFA_SCAN_ONLY("J-PFA, SCAN_ONLY", true) {
        @Override
        Bank open(Path folder, int accounts) {
            return new FailureAtomicBank(
                    folder.resolve(HEAP),
                    accounts,
                    DOMAIN,
                    HeapOptions.defaults().recovery(Recovery.SCAN_ONLY));
        }
    },
    /** Failure-atomic blocks, and a collector: recovery runs beside the bank. */
    J_PFA_COLLECTED("J-PFA, collected", true) {
        @Override
        Bank open(Path folder, int accounts) {
            HeapOptions options = HeapOptions.defaults().collector(Collector.BACKGROUND);
            return new FailureAtomicBank(folder.resolve(HEAP), accounts, DOMAIN, options);
        }
    },
    /** Persistent data types and a journal written by hand. */
    J_PDT("J-PDT", true) {
        @Override
        Bank open(Path folder, int accounts) {
            return new DataTypeBank(folder.resolve(HEAP), accounts, DOMAIN);
        }
    },
    /** H2's MVStore, written to but not synced at each transfer. */
    FILE("file store (MVStore)", true) {
        @Override
        Bank open(Path folder, int accounts) {
            return new FileBank(folder.resolve("accounts.mv"), accounts, false);
        }
    };

    /** That of all heaps: write-backs and fences are really issued. */
    public static final DurabilityDomain DOMAIN = DurabilityDomain.NVMM_EMULATED;

    private static final String HEAP = "accounts.heap";

    private final String title;
    private final boolean survives;

    Variant(String title, boolean survives) {
        this.title = title;
        this.survives = survives;
    }

    /** Returns the name for tables and plots. */
    public String title() {
        return title;
    }

    /** Tells whether what was acknowledged survives a crash of the process. */
    public boolean survives() {
        return survives;
    }

    /**
     * Opens the bank in a folder, or founds it if there is none.
     *
     * @param accounts those of a new bank
     */
    abstract Bank open(Path folder, int accounts);
}
