package org.jnvm.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jnvm.JnvmException;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;

/** The command {@code jnvm}: its subcommands, and what their exceptions become. */
@Command(
        name = "jnvm",
        description = "Recovers, checks, shows, converts and ships J-NVM heap files.",
        mixinStandardHelpOptions = true,
        versionProvider = Jnvm.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            InfoCommand.class,
            CheckCommand.class,
            RecoverCommand.class,
            SalvageCommand.class,
            MigrateCommand.class,
            HistogramCommand.class,
            TreeCommand.class,
            DumpCommand.class,
            LoadCommand.class,
            DiffCommand.class,
            MapCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            CompactCommand.class,
            CopyCommand.class,
            BackupCommand.class,
            StatsCommand.class,
            TrimCommand.class,
            HelpCommand.class,
            GenerateCompletion.class
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done; of @|bold check|@: sound; of @|bold diff|@: no difference",
            "1:of @|bold check|@: something was found; of @|bold diff|@: differences; of @|bold migrate|@: objects"
                    + " that cannot be converted",
            "2:wrong arguments, or what they name does not exist",
            "3:refused: the file is in use, damaged, or cannot be read or written"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jnvm info orders.heap                          what is it, was it closed, what is in it",
            "  jnvm check orders.heap || jnvm recover orders.heap",
            "  jnvm tree orders.heap 'orders[\"2026-17\"].customer'",
            "  jnvm export orders.heap customers -o part.jnvm && jnvm import part.jnvm other.heap --as customers",
            "",
            "Commands that look at a heap never change a byte of it. `jnvm help COMMAND` tells more;",
            "`. <(jnvm generate-completion)` completes commands, options and files in bash and zsh."
        })
public final class Jnvm {
    static final int FOUND = 1;
    static final int REFUSED = 3;

    private static final int HELP_COLUMNS = 110;

    /** Made by picocli. */
    Jnvm() {}

    /** Runs a command, and ends the JVM with its exit status. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** Returns the command line. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Jnvm());
        line.setUsageHelpWidth(HELP_COLUMNS);
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            PrintWriter err = command.getErr();
            err.println(command.getColorScheme().errorText("jnvm: " + message(e)));
            if (e instanceof IllegalArgumentException) {
                return CommandLine.ExitCode.USAGE;
            }
            if (e instanceof JnvmException || e instanceof IOException || e instanceof UncheckedIOException) {
                return REFUSED;
            }
            e.printStackTrace(err); // of this tool, not of the file
            return REFUSED;
        });
        return line;
    }

    private static String message(Exception e) {
        return e instanceof JnvmException || e instanceof IllegalArgumentException ? e.getMessage() : e.toString();
    }

    /** Tells whether somebody looks at the output. */
    static boolean onTerminal() {
        return Ansi.AUTO.enabled();
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Jnvm.class.getPackage().getImplementationVersion();
            return new String[] {"jnvm " + (version == null ? "(development)" : version), "Java " + Runtime.version()};
        }
    }
}
