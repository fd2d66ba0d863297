package org.jnvm.internal.file;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
        // by a stream: a channel loads more classes, for which the first opening of a heap would wait
        try (InputStream in = new FileInputStream("/proc/sys/kernel/random/boot_id")) {
            return UUID.fromString(new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN; // no boot id on this system: power loss is not told from a process crash
        }
    }
}
