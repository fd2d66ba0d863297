package org.jnvm.bench;

import org.jnvm.bench.tables.TablesDriver;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** All commands: each group, and what goes with them; the script {@code run} starts it. */
@Command(
        name = "run",
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        description = "Measures what J-NVM costs.",
        subcommands = {TablesDriver.class})
public final class Bench {
    /** Made by picocli. */
    public Bench() {}

    /** Returns the command line. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Bench());
        Groups.ALL.forEach(group -> line.addSubcommand(group.command()));
        return line.setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }
}
