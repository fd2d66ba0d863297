package org.jnvm.bench;

import java.util.List;
import java.util.Optional;
import org.jnvm.bench.alloc.AllocDriver;
import org.jnvm.bench.blocks.Table51Driver;
import org.jnvm.bench.fa.FaDriver;
import org.jnvm.bench.fa.FaMapDriver;
import org.jnvm.bench.figure.DiskDriver;
import org.jnvm.bench.figure.Fig31Driver;
import org.jnvm.bench.figure.Fig32Driver;
import org.jnvm.bench.figure.Fig51Driver;
import org.jnvm.bench.figure.Fig52Driver;
import org.jnvm.bench.figure.Fig53aDriver;
import org.jnvm.bench.figure.Fig53bDriver;
import org.jnvm.bench.figure.Fig53cDriver;
import org.jnvm.bench.figure.Fig53dDriver;
import org.jnvm.bench.figure.Fig54Driver;
import org.jnvm.bench.figure.Fig55Driver;
import org.jnvm.bench.figure.Fig56Driver;
import org.jnvm.bench.figure.RivalsDriver;
import org.jnvm.bench.micro.BulkDriver;
import org.jnvm.bench.micro.CountsDriver;
import org.jnvm.bench.micro.FieldDriver;
import org.jnvm.bench.micro.PwbDriver;
import org.jnvm.bench.restart.RecoveryDriver;
import org.jnvm.bench.restart.ReopenDriver;
import org.jnvm.bench.ship.ShipDriver;
import org.jnvm.bench.space.SpaceDriver;
import org.jnvm.bench.ycsb.SelfCheckDriver;

/** All groups. A new one is registered here, and nowhere else. */
public final class Groups {
    /** In the order in which {@code run all} runs them; seconds for each preset, tiny, default, paper, on two processors. */
    public static final List<Group> ALL = List.of(
            new Group(SelfCheckDriver.class, 2, 8, 8),
            new Group(FieldDriver.class, 8, 120, 1800),
            new Group(CountsDriver.class, 2, 2, 2),
            new Group(Table51Driver.class, 10, 150, 900),
            new Group(BulkDriver.class, 5, 60, 600),
            new Group(PwbDriver.class, 5, 120, 900),
            new Group(FaDriver.class, 15, 240, 1800),
            new Group(FaMapDriver.class, 5, 120, 1200),
            new Group(AllocDriver.class, 15, 210, 1800),
            new Group(SpaceDriver.class, 25, 180, 600),
            new Group(RecoveryDriver.class, 15, 120, 900),
            new Group(ReopenDriver.class, 5, 60, 300),
            new Group(ShipDriver.class, 5, 180, 400),
            new Group(Fig31Driver.class, 25, 300, 14_000),
            new Group(Fig32Driver.class, 15, 600, 3600),
            new Group(Fig51Driver.class, 55, 680, 18_000),
            new Group(Fig52Driver.class, 45, 330, 14_000),
            new Group(Fig53aDriver.class, 20, 240, 14_000),
            new Group(Fig53bDriver.class, 20, 270, 14_000),
            new Group(Fig53cDriver.class, 20, 240, 14_000),
            new Group(Fig53dDriver.class, 20, 240, 14_000),
            new Group(Fig54Driver.class, 30, 270, 14_000),
            new Group(Fig55Driver.class, 45, 270, 3600),
            new Group(Fig56Driver.class, 60, 540, 36_000),
            new Group(RivalsDriver.class, 60, 350, 36_000),
            new Group(DiskDriver.class, 60, 600, 24_000));

    private Groups() {}

    /** Returns the group of a name. */
    public static Optional<Group> named(String name) {
        return ALL.stream().filter(group -> group.name().equals(name)).findFirst();
    }
}
