package org.jnvm.campaign;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line of the campaign. */
@Command(
        name = "campaign",
        description = "Breaks processes and machines, and looks for what is lost. Exit status: 0 if nothing was.",
        subcommands = {
            SigkillCommand.class,
            PowerOffCommand.class,
            ErrorsCommand.class,
            SoakCommand.class,
            HelpCommand.class
        })
public final class Campaign {
    Campaign() {}

    /** Runs the campaign. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Campaign()).execute(arguments));
    }
}
