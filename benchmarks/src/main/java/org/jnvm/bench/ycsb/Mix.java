package org.jnvm.bench.ycsb;

import java.util.List;
import java.util.Properties;

/** The mixes of operations that are run, in the order that YCSB recommends: those that add records come last. */
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
    D("0.95", "0", "0.05", "0", "latest"),
    /** Scans of up to a hundred records, some inserts; of stores that keep them in order. */
    E("0", "0", "0.05", "0", "zipfian") {
        @Override
        Properties properties() {
            Properties properties = super.properties();
            properties.setProperty("scanproportion", "0.95");
            properties.setProperty("maxscanlength", "100");
            return properties;
        }
    };

    /** What every store can do. */
    public static final List<Mix> ALL_BUT_SCANS = List.of(A, B, C, F, D);

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
