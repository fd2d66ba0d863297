package org.jnvm.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Home;
import org.jnvm.bench.harness.Llpl;

/** A group in a JVM of its own, with the class path of this one, LLPL if there is one, and this one's output. */
public final class GroupProcess {
    /** The class that has all groups; it starts this one, so its name only. */
    private static final String MAIN = "org.jnvm.bench.Bench";
    /** The property that tells a JVM to measure by itself. */
    private static final String MEASURES = "jnvm.bench.measures";
    /** The properties that are handed on. */
    private static final List<String> HANDED_ON = List.of("jnvm.bench.home", "jnvm.bench.dir", "jnvm.bench.commit");

    private static Process running;
    private static boolean stopped;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(GroupProcess::stop, "stop"));
    }

    private GroupProcess() {}

    private static synchronized Process start(ProcessBuilder builder) throws IOException {
        if (stopped) {
            throw new IllegalStateException("no more groups are started, as this process was told to stop");
        }
        running = builder.start();
        return running;
    }

    /** Tells the group to stop, if this JVM is told so, and waits until it has cleaned up. */
    private static synchronized void stop() {
        stopped = true;
        if (running != null) {
            running.destroy();
            running.onExit().join();
        }
    }

    /** Tells whether this JVM is one that measures. */
    public static boolean isThis() {
        return Boolean.getBoolean(MEASURES);
    }

    /**
     * Runs a group on every JDK, one after the other.
     *
     * @param arguments the group's name and its options
     * @return the greatest exit status
     */
    public static int runOnAll(List<String> arguments) {
        int worst = 0;
        for (Jdk jdk : Jdk.all()) {
            worst = Math.max(worst, run(jdk, arguments));
        }
        return worst;
    }

    /** Runs a group; returns its exit status. The process ends with this one. */
    static int run(Jdk jdk, List<String> arguments) {
        Optional<Llpl> llpl = Llpl.in(Home.path().resolve("target").resolve("llpl"));
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-D" + MEASURES + "=true"));
        for (String property : HANDED_ON) {
            String value = System.getProperty(property);
            if (value != null) {
                command.add("-D" + property + "=" + value);
            }
        }
        command.add(Flags.LOG_WARNINGS);
        command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.addAll(jdk.quiet());
        String path = System.getProperty("java.class.path");
        command.addAll(List.of(
                "-cp",
                llpl.map(there -> path + System.getProperty("path.separator") + there.path())
                        .orElse(path)));
        command.add(MAIN);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        llpl.ifPresent(there -> builder.environment().putAll(there.environment()));
        try {
            return start(builder).waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("process cannot be started: command=" + command, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while a group ran: group=" + arguments, e);
        }
    }
}
