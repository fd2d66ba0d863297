package org.jnvm.bench.ycsb;

import java.util.Properties;

/** The mixes of operations that are run, in the order that YCSB recommends: the one that adds records comes last. */
public enum Mix {
    /** Update heavy: half reads, half updates of one field. */
    A("0.5", "0.5", "0", "0", "zipfian"),
    /** Read mostly. */
    B("0.95", "0.05", "0", "0", "zipfian"),
    /** Read only. */
    C("1", "0", "0", "0", "zipfian"),
    /** Half reads, half reads followed by an update of the record. */
    F("0.5", "0", "0", "0.5", "zipfian"),
    /** Reads of what was inserted lately, some inserts. */
    D("0.95", "0", "0.05", "0", "latest");

    private final String[] proportions;
    private final String distribution;

    Mix(String reads, String updates, String inserts, String readModifyWrites, String distribution) {
        proportions = new String[] {reads, updates, inserts, readModifyWrites};
        this.distribution = distribution;
    }

    /** Returns what tells YCSB's core workload. */
    Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("readproportion", proportions[0]);
        properties.setProperty("updateproportion", proportions[1]);
        properties.setProperty("insertproportion", proportions[2]);
        properties.setProperty("readmodifywriteproportion", proportions[3]);
        properties.setProperty("requestdistribution", distribution);
        return properties;
    }
}
