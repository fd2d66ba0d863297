package org.jnvm.internal.inspect;

import java.nio.file.Path;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.file.HeapMemory;

/** Heap files that are looked at one after the other: memory for the small ones is there already. One thread at a time. */
public final class HeapImages {
    private final HeapMemory memory = new HeapMemory();

    /**
     * Opens a heap file to look at what its roots lead to, which may be all that is there of it; else see {@link HeapImage#open}.
     *
     * @param path the file
     * @return the image, to be closed before the next one is opened
     */
    public HeapImage open(Path path) {
        return new HeapImage(HeapFileOpener.openReadOnly(path, memory));
    }
}
