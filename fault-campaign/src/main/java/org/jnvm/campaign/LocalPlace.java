package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.campaign.work.WorkProcess;

/** A JVM of this machine, which is killed. */
final class LocalPlace implements Place {
    /** The flag by which a JVM has the instructions of persistent memory. */
    static final String OPENED = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final Duration HANG = Duration.ofSeconds(90);
    /** The classes of the process in a form that a JVM starts with faster; scripts/campaign makes it. */
    private static final String ARCHIVE = System.getProperty("jnvm.archive");

    private final Life life;
    private final Path folder;
    private final Path before;
    private final Path errors;

    LocalPlace(Life life, Path folder) {
        this.life = life;
        this.folder = folder;
        before = folder.resolve("before.heap");
        errors = folder.resolve("errors.txt");
    }

    /** Returns the flags of a JVM that does this life's work. */
    static List<String> flags(Life life) {
        List<String> flags = new ArrayList<>(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m", "-ea"));
        flags.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        if (ARCHIVE != null) {
            flags.add("-XX:SharedArchiveFile=" + ARCHIVE);
        }
        if (life.quick()) {
            flags.add("-XX:TieredStopAtLevel=1");
        }
        if (life.opened()) {
            flags.add(OPENED);
        }
        return flags;
    }

    @Override
    public Path heap() {
        return folder.resolve("work.heap");
    }

    @Override
    public ChildProcess start(List<String> arguments) throws IOException {
        for (String suffix : List.of("", ".wal0", ".wal1", ".other", ".other.wal0", ".other.wal1")) {
            Path file = Path.of(heap() + suffix);
            if (Files.exists(file)) {
                Files.copy(file, Path.of(before + suffix), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(life));
        command.add("-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkProcess.class.getName()));
        command.addAll(arguments);
        return new ChildProcess(command, errors, HANG);
    }

    @Override
    public int slowness() {
        return 1;
    }

    @Override
    public void note(String line) {
        // the life looks after the heap by itself
    }

    @Override
    public String evidence() throws IOException {
        return "heap before: " + before + ", errors: " + Files.readString(errors);
    }
}
