package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Cuts the power of virtual machines. */
@Command(
        name = "poweroff",
        sortOptions = false,
        description = {
            "The same with a virtual machine, whose power is cut by killing QEMU: heaps on an emulated NVDIMM, on ext4 with"
                    + " DAX, must not lose what was acknowledged to the host; nor those on an ordinary disk with --domain"
                    + " DISK. A further one there, in the page cache, must be there if it was closed, and be refused if"
                    + " it was not."
        })
final class PowerOffCommand extends KillingCommand {
    @Option(names = "--boot", required = true, paramLabel = "FILE", description = "The script that boots the machine.")
    private Path boot;

    private DiskKnowledge disk = new DiskKnowledge();
    private Path folder;

    PowerOffCommand() {}

    @Override
    void begin(Path parent) throws IOException {
        folder = Files.createTempDirectory(parent, "jnvm-machine");
    }

    @Override
    Life life(long campaignSeed, int number) {
        return Life.ofMachine(campaignSeed, number);
    }

    @Override
    Place place(Life life) {
        return new MachinePlace(life, folder, boot, disk);
    }

    @Override
    void end(Life life, boolean failed) throws IOException {
        if (failed) { // this machine is kept as it is
            disk = new DiskKnowledge();
            begin(folder.getParent());
        }
    }

    @Override
    void clear() throws IOException {
        RunFolder.remove(folder);
    }

    @Override
    String further() {
        return "; " + System.getenv().getOrDefault("JNVM_VM_FS", "ext4") + "; heap on the disk: "
                + disk.outcomes().entrySet().stream()
                        .map(e -> e.getKey() + ' ' + e.getValue())
                        .collect(Collectors.joining(", "));
    }
}
