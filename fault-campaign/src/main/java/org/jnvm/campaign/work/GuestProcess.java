package org.jnvm.campaign.work;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What runs in a virtual machine: a {@link DiskHeap} on its disk, then a {@link WorkProcess} on its NVDIMM: {@code
 * GuestProcess file state size close work-arguments…}.
 */
public final class GuestProcess {
    private static final int OWN_ARGUMENTS = 4;

    private GuestProcess() {}

    /** Runs both. */
    public static void main(String[] arguments) throws IOException {
        Journal journal = new Journal();
        try {
            new DiskHeap(Path.of(arguments[0]), journal)
                    .run(
                            DiskHeap.State.valueOf(arguments[1]),
                            Integer.parseInt(arguments[2]),
                            Boolean.parseBoolean(arguments[3]));
        } catch (RuntimeException | Error e) {
            journal.print(Journal.LOST + "The heap on the disk: " + e);
            throw e;
        }
        WorkProcess.main(Arrays.copyOfRange(arguments, OWN_ARGUMENTS, arguments.length));
    }
}
