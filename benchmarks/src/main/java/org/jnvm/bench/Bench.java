package org.jnvm.bench;

import org.jnvm.bench.alloc.AllocDriver;
import org.jnvm.bench.fa.FaDriver;
import org.jnvm.bench.fa.FaMapDriver;
import org.jnvm.bench.figure.Fig51Driver;
import org.jnvm.bench.figure.Fig56Driver;
import org.jnvm.bench.micro.BulkDriver;
import org.jnvm.bench.micro.FieldDriver;
import org.jnvm.bench.micro.PwbDriver;
import org.jnvm.bench.restart.RecoveryDriver;
import org.jnvm.bench.restart.ReopenDriver;
import org.jnvm.bench.ship.ShipDriver;
import org.jnvm.bench.space.SpaceDriver;
import org.jnvm.bench.tables.TablesDriver;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The groups of benchmarks, as commands; the script {@code run} starts it. */
@Command(
        name = "run",
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        description = "Measures what J-NVM costs.",
        subcommands = {
            AllocDriver.class,
            RecoveryDriver.class,
            ReopenDriver.class,
            FieldDriver.class,
            BulkDriver.class,
            PwbDriver.class,
            FaDriver.class,
            FaMapDriver.class,
            SpaceDriver.class,
            Fig51Driver.class,
            ShipDriver.class,
            Fig56Driver.class,
            TablesDriver.class
        })
public final class Bench {
    /** Made by picocli. */
    public Bench() {}

    /** Returns the command line. */
    static CommandLine commandLine() {
        return new CommandLine(new Bench()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }
}
