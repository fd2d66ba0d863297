package org.jnvm.bench.ycsb;

import java.util.Properties;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's core workload, which tells the binding of the calling client which record comes next. */
final class CheckedWorkload extends CoreWorkload {
    /**
     * Makes the workload.
     *
     * @param mix what is done how often
     * @param records those that are there
     */
    CheckedWorkload(Mix mix, long records, int fields) throws WorkloadException {
        Properties properties = mix.properties();
        properties.setProperty("recordcount", Long.toString(records));
        properties.setProperty("operationcount", "0"); // clients stop by the clock
        properties.setProperty("fieldcount", Integer.toString(fields));
        init(properties);
    }

    /** Returns how many records there are; no client runs. */
    long records() {
        return transactioninsertkeysequence.lastValue() + 1;
    }

    @Override
    protected String buildKeyName(long number) {
        ((Client) Thread.currentThread()).db().record(number);
        return super.buildKeyName(number);
    }
}
