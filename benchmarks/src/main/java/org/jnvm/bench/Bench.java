package org.jnvm.bench;

import java.util.List;
import org.jnvm.bench.compare.CompareDriver;
import org.jnvm.bench.report.ReportDriver;
import org.jnvm.bench.run.AllDriver;
import org.jnvm.bench.run.GroupProcess;
import org.jnvm.bench.tables.TablesDriver;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** All commands: each group, and what goes with them; the scripts {@code run} and {@code compare} start it. */
@Command(
        name = "run",
        usageHelpWidth = 120,
        mixinStandardHelpOptions = true,
        description = "Measures what J-NVM costs. \"run help GROUP\" tells the options of a group.",
        subcommands = {AllDriver.class, ReportDriver.class, TablesDriver.class, CompareDriver.class, HelpCommand.class})
public final class Bench {
    /** Made by picocli. */
    public Bench() {}

    /** Returns the command line; its groups measure in this JVM. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Bench());
        Groups.ALL.forEach(group -> line.addSubcommand(group.command()));
        return line.setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command; a group on every JDK, in JVMs of its own. */
    public static void main(String[] arguments) {
        boolean group = arguments.length > 0 && Groups.named(arguments[0]).isPresent();
        System.exit(
                group && !GroupProcess.isThis()
                        ? GroupProcess.runOnAll(List.of(arguments))
                        : commandLine().execute(arguments));
    }
}
