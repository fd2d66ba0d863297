package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jnvm.DurabilityDomain;
import org.jnvm.campaign.work.GuestProcess;

/** A virtual machine, whose power is cut. A boot for each start. */
final class MachinePlace implements Place {
    private static final Duration HANG = Duration.ofMinutes(15);
    private static final int SLOWNESS = 12;

    private final Life life;
    private final Path folder;
    private final Path boot;
    private final DiskKnowledge disk;
    private final SplittableRandom random;

    /**
     * Makes a place.
     *
     * @param life what goes on there
     * @param folder where the machine's NVDIMM and disk are
     * @param boot the script that boots it
     * @param disk what is known of the heap on its disk
     */
    MachinePlace(Life life, Path folder, Path boot, DiskKnowledge disk) {
        this.life = life;
        this.folder = folder;
        this.boot = boot;
        this.disk = disk;
        random = new SplittableRandom(life.seed());
    }

    @Override
    public Path heap() {
        return Path.of(
                life.domain() == DurabilityDomain.DISK ? "/mnt/disk" : "/mnt/pmem", "life-" + life.number() + ".heap");
    }

    @Override
    public ChildProcess start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java")
                .toRealPath()
                .toString());
        command.addAll(LocalPlace.flags(life));
        command.addAll(List.of("-XX:+ErrorFileToStderr", "-XX:-UsePerfData", "-Djava.io.tmpdir=/run"));
        command.addAll(List.of("-cp", classPath(), GuestProcess.class.getName()));
        command.addAll(
                List.of("/mnt/disk/disk.heap", disk.state(), disk.size(), Boolean.toString(random.nextBoolean())));
        command.addAll(arguments);
        // the guest sees the host's files, but for what is mounted elsewhere in it, as /dev/shm
        Path job = Files.createTempFile("jnvm-job", ".sh");
        job.toFile().deleteOnExit();
        Files.writeString(
                job,
                // heaps of the lives before are not needed any more
                "find /mnt/pmem /mnt/disk -name 'life-*' ! -name 'life-" + life.number() + ".*' -delete\nexec "
                        + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + '\n');
        return new ChildProcess(
                List.of(boot.toString(), folder.toString(), job.toString()), folder.resolve("errors.txt"), HANG);
    }

    /** Returns the class path with absolute paths, which are the same in the guest. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(":"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
    }

    @Override
    public int slowness() {
        return SLOWNESS;
    }

    @Override
    public void note(String line) {
        disk.note(line);
    }

    @Override
    public String evidence() throws IOException {
        return "machine in " + folder + ", console: " + Files.readString(folder.resolve("console.log"))
                + Files.readString(folder.resolve("errors.txt"));
    }
}
