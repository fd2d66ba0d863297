package org.jnvm.tools.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have. */
@Command(mixinStandardHelpOptions = true, versionProvider = Jnvm.Version.class)
abstract class ToolCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** For subclasses, which picocli makes. */
    ToolCommand() {}

    /** Refuses an argument that names nothing: what the library says to that, a program can do, but not who typed it. */
    static Path existing(Path file) {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException("no such file: file=" + file.toAbsolutePath() + "; check the path");
        }
        return file;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a line with markup, which only a terminal shows. */
    void styled(String markup) {
        out().println(Ansi.AUTO.string(markup));
    }

    @Override
    public final Integer call() throws Exception {
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), Jnvm.onTerminal())) {
            int status = run(progress);
            out().flush();
            return status;
        }
    }

    /** Does it; returns the exit status. */
    abstract int run(ProgressLine progress) throws Exception;

    /** Returns a number of bytes for people. */
    static String size(long bytes) {
        String[] units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
