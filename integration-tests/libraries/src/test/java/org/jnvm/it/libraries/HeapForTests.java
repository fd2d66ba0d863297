package org.jnvm.it.libraries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.jnvm.Collector;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Opens the heap in which the tests of the libraries, which know of none, make their objects. */
public final class HeapForTests implements LauncherSessionListener {
    private static boolean opened;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (opened) {
            return;
        }
        opened = true;
        try {
            JNVM.init(
                    Files.createTempDirectory("libraries").resolve("objects.heap"),
                    HeapOptions.defaults().maxBytes(8L << 30).collector(Collector.BACKGROUND));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
