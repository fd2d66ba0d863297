package org.jnvm.bench;

import java.util.List;
import org.jnvm.bench.compare.CompareDriver;
import org.jnvm.bench.report.ReportDriver;
import org.jnvm.bench.report.TablesDriver;
import org.jnvm.bench.run.AllDriver;
import org.jnvm.bench.run.GroupProcess;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** All commands: each group, and what goes with them; the scripts {@code run} and {@code compare} start it. */
@Command(
        name = "run",
        usageHelpWidth = 120,
        mixinStandardHelpOptions = true,
        description = "Measures what J-NVM costs. \"run help GROUP\" tells the options of a group.",
        subcommands = {CompareDriver.class, HelpCommand.class})
public final class Bench {
    /** Returns the command line; its groups measure in this JVM. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Bench());
        line.addSubcommand(new AllDriver(Groups.ALL, folder -> ReportDriver.write(folder, Groups.ALL)));
        line.addSubcommand(new ReportDriver(Groups.ALL));
        line.addSubcommand(new TablesDriver(Groups.ALL));
        Groups.ALL.forEach(group -> line.addSubcommand(group.commandLine()));
        return line.setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command; a group on every JDK, in JVMs of its own. */
    public static void main(String[] arguments) {
        boolean group = arguments.length > 0
                && Groups.ALL.stream().anyMatch(each -> each.name().equals(arguments[0]));
        System.exit(
                group && !GroupProcess.isThis()
                        ? GroupProcess.runOnAll(List.of(arguments))
                        : commandLine().execute(arguments));
    }
}
