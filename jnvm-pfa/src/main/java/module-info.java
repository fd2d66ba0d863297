/** J-PFA, failure-atomic blocks: transactions with write locks per block and a block-granular redo log. */
module org.jnvm.pfa {
    requires transitive org.jnvm.core;
    requires static org.jspecify;

    provides org.jnvm.internal.transaction.TransactionEngine with
            org.jnvm.pfa.internal.RedoEngine;
}
