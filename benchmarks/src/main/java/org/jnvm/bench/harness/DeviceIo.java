package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the device below a folder has written, for everybody, as Linux counts it: that of a benchmark on a quiet machine. */
public final class DeviceIo {
    private static final int SECTOR_BYTES = 512;
    /** The place of the sectors written in the numbers of a device. */
    private static final int SECTORS_WRITTEN = 6;

    private final Path counts;

    /** Finds the device. */
    public DeviceIo(Path folder) {
        Path found;
        try {
            long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
            long major = device >>> 8 & 0xFFF;
            long minor = device & 0xFF | device >>> 12 & 0xFFF00;
            found = Path.of("/sys/dev/block/" + major + ":" + minor + "/stat");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            found = Path.of(""); // not a system that knows devices by number
        }
        counts = found;
    }

    /** Returns the bytes that the device has written since the system started; 0 if there is none, as of a tmpfs. */
    public long writtenBytes() {
        if (!Files.isRegularFile(counts)) {
            return 0;
        }
        try {
            return SECTOR_BYTES * Long.parseLong(Files.readString(counts).trim().split(" +")[SECTORS_WRITTEN]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
