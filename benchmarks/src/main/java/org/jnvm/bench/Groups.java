package org.jnvm.bench;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.alloc.AllocDriver;
import org.jnvm.bench.alloc.ApplicationDriver;
import org.jnvm.bench.bank.Fig55Driver;
import org.jnvm.bench.blocks.Table51Driver;
import org.jnvm.bench.collect.CollectorDriver;
import org.jnvm.bench.fa.FaDriver;
import org.jnvm.bench.fa.FillGroup;
import org.jnvm.bench.figure.CacheStartDriver;
import org.jnvm.bench.figure.CoresDriver;
import org.jnvm.bench.figure.DiskDriver;
import org.jnvm.bench.figure.Fig51Driver;
import org.jnvm.bench.figure.Fig56Driver;
import org.jnvm.bench.figure.RivalsDriver;
import org.jnvm.bench.figure.StructuresDriver;
import org.jnvm.bench.figure.Sweep;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.micro.CountsDriver;
import org.jnvm.bench.micro.JmhGroup;
import org.jnvm.bench.micro.PwbDriver;
import org.jnvm.bench.restart.OpenBlocksDriver;
import org.jnvm.bench.restart.RecoveryDriver;
import org.jnvm.bench.restart.ReopenDriver;
import org.jnvm.bench.serialize.SerializeDriver;
import org.jnvm.bench.ship.ShipDriver;
import org.jnvm.bench.space.SpaceDriver;
import org.jnvm.bench.ycsb.SelfCheckDriver;

/** All groups. A new one is registered here, and nowhere else. */
public final class Groups {
    /** In the order in which {@code run all} runs them; seconds for each preset, tiny, default, paper, on two processors. */
    public static final List<Group> ALL = all();

    private Groups() {}

    private static List<Group> all() {
        List<Group> all = new ArrayList<>(List.of(
                new Group(
                        "selfcheck",
                        "The harness itself: stores that are slowed, lose updates or return wrong bytes are found.",
                        2,
                        8,
                        8,
                        SelfCheckDriver::new),
                new Group(
                        "field",
                        "Field access against raw memory; one allocation; one failure-atomic block.",
                        8,
                        120,
                        1800,
                        JmhGroup::field),
                new Group(
                        "counts",
                        "Stores, write-backs and fences of single operations; no preset changes them.",
                        2,
                        2,
                        2,
                        CountsDriver::new),
                new Group(
                        "table5.1",
                        "Table 5.1: blocks of 256 bytes, read and written in C and in Java, in turn and at random.",
                        10,
                        150,
                        900,
                        Table51Driver::new),
                new Group(
                        "bulk",
                        "Copies of 1 MiB and 64 MiB to and from a persistent array, an array, a mapped file.",
                        5,
                        60,
                        600,
                        JmhGroup::bulk),
                new Group(
                        "pwb",
                        "Write-back and fence of the JDK's methods, of force, and in C.",
                        5,
                        120,
                        900,
                        PwbDriver::new),
                new Group(
                        "fa",
                        "Failure-atomic blocks of J-NVM, transactions of LLPL (PMDK).",
                        15,
                        240,
                        1800,
                        FaDriver::new),
                new Group(
                        "fa-map",
                        "YCSB-A on a persistent map, with and without failure-atomic blocks.",
                        5,
                        120,
                        1200,
                        JmhGroup::faMap),
                new Group(
                        "fa-fill",
                        "Fills maps by failure-atomic blocks of so many puts.",
                        8,
                        400,
                        2400,
                        FillGroup::new),
                new Group(
                        "values",
                        "Look-ups and puts by keys of seven kinds, by value and as objects, in maps of java.util and J-NVM.",
                        10,
                        400,
                        4500,
                        JmhGroup::values),
                new Group(
                        "alloc",
                        "Allocation and free: J-NVM, LLPL (PMDK) and C malloc, by processes that take turns.",
                        25,
                        620,
                        3600,
                        AllocDriver::new),
                new Group(
                        "applications",
                        "N queens, Kruskal, Ackermann in allocated blocks: arrays of Java, J-NVM, LLPL; by threads.",
                        20,
                        450,
                        1500,
                        ApplicationDriver::new),
                new Group(
                        "space",
                        "Fills maps and sets, and finds them again in a new JVM: bytes for each entry, and time.",
                        25,
                        180,
                        600,
                        SpaceDriver::new),
                new Group(
                        "recovery",
                        "Fills heaps, kills the process, and times recovery in a new JVM, with and without flags.",
                        15,
                        120,
                        900,
                        RecoveryDriver::new),
                new Group(
                        "open-blocks",
                        "Opening after SIGKILL by the number of failure-atomic blocks that were open.",
                        5,
                        60,
                        250,
                        OpenBlocksDriver::new),
                new Group(
                        "reopen",
                        "Fills heaps, closes them, and times opening in a new JVM, with and without flags.",
                        5,
                        60,
                        300,
                        ReopenDriver::new),
                new Group(
                        "collector",
                        "The collector: throughput and longest pause while it rests and works; opening after SIGKILL with it.",
                        20,
                        900,
                        3600,
                        CollectorDriver::new),
                new Group(
                        "ship",
                        "Merges copies of a state into one heap, imports a large part, and checks it.",
                        5,
                        180,
                        400,
                        ShipDriver::new),
                new Group(
                        "serialize",
                        "A graph of objects made durable on a disk: J-NVM, Java serialization, MVStore, SQLite.",
                        10,
                        100,
                        900,
                        SerializeDriver::new)));
        all.addAll(Sweep.GROUPS);
        all.addAll(List.of(
                new Group(
                        "fig5.1",
                        "Figure 5.1: YCSB on Infinispan caches, by store; each in a JVM of its own, in turns.",
                        55,
                        680,
                        18_000,
                        Fig51Driver::new),
                new Group(
                        "cache-start",
                        "Starts Infinispan caches on full stores, in new JVMs: with and without preload, and reading all.",
                        40,
                        500,
                        800,
                        CacheStartDriver::new),
                new Group(
                        "fig5.5",
                        "Figure 5.5: a bank behind HTTP is killed and started again; throughput over time.",
                        45,
                        270,
                        3600,
                        Fig55Driver::new),
                new Group(
                        "fig5.6",
                        "Figure 5.6: YCSB on persistent maps, java.util, Chronicle Map; each in a JVM of its own, in turns.",
                        60,
                        540,
                        36_000,
                        Fig56Driver::new),
                new Group(
                        "rivals",
                        "YCSB on a map of J-NVM, LLPL, Chronicle Map, LMDB, RocksDB, EclipseStore, MVStore, MapDB.",
                        60,
                        350,
                        36_000,
                        RivalsDriver::hashed),
                new Group(
                        "sorted",
                        "YCSB with scans on sorted maps of J-NVM, java.util, LLPL and MVStore.",
                        30,
                        120,
                        12_000,
                        RivalsDriver::sorted),
                new Group(
                        "list",
                        "Figure 9 of Puddles: a linked list of J-NVM, java.util and LLPL: insert, sum, delete.",
                        4,
                        120,
                        1200,
                        StructuresDriver::list),
                new Group(
                        "tree",
                        "Figure 10 of Puddles: trees of J-NVM, java.util, LLPL and MVStore: insert, search, delete.",
                        8,
                        450,
                        4500,
                        StructuresDriver::tree),
                new Group(
                        "tree-threads",
                        "Figure 9 of Poseidon: loading of such trees and YCSB-A on them, by the number of threads.",
                        10,
                        900,
                        10_000,
                        StructuresDriver::treeThreads),
                new Group(
                        "cores",
                        "Reads, YCSB-A, allocation and failure-atomic blocks by threads; what to expect of more processors.",
                        20,
                        150,
                        3000,
                        CoresDriver::new),
                new Group(
                        "disk",
                        "YCSB-A and B, and a bank, on an ordinary disk: domain DISK, and stores that sync, by clients.",
                        60,
                        600,
                        24_000,
                        DiskDriver::new)));
        return List.copyOf(all);
    }
}
