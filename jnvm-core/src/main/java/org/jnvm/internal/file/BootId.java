package org.jnvm.internal.file;

import java.io.File;
import java.util.UUID;

/** The id of the running kernel's boot, by which a heap tells a power loss from a process crash. */
final class BootId {
    /** Where the operating system does not say. */
    static final UUID UNKNOWN = new UUID(0, 0);

    private static final UUID CURRENT = read();

    private BootId() {}

    static UUID current() {
        return CURRENT;
    }

    private static UUID read() {
        String id = KernelFile.read(new File("/proc/sys/kernel/random/boot_id"));
        try {
            return id == null ? UNKNOWN : UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            return UNKNOWN; // no boot id on this system: power loss is not told from a process crash
        }
    }
}
