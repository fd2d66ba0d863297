package org.jnvm.internal.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Which pages of a private mapping are copies of this process, as Linux tells it in {@code /proc/self/pagemap}. */
final class PrivatePages {
    private static final Path MAP = Path.of("/proc/self/pagemap");
    private static final int ENTRY_BYTES = 8;
    private static final long PRESENT = 1L << 63;
    private static final long SWAPPED = 1L << 62;
    /** The page is one of a file, or shared. */
    private static final long OF_FILE = 1L << 61;

    /** Where pages have 4 KiB for certain. */
    private static final boolean KNOWN_PAGES = System.getProperty("os.arch", "").equals("amd64");

    private PrivatePages() {}

    /**
     * Finds the pages that were copied because they were stored to.
     *
     * @param address native address of the first, a multiple of the page size
     * @param pages how many
     * @return a bit for each, or null where the system does not tell
     */
    static BitSet find(long address, int pages) {
        if (!KNOWN_PAGES || !Files.isReadable(MAP)) {
            return null;
        }
        byte[] entries = new byte[pages * ENTRY_BYTES];
        try (RandomAccessFile map = new RandomAccessFile(MAP.toFile(), "r")) {
            map.seek((address >>> DirtyLines.PAGE_SHIFT) * ENTRY_BYTES);
            map.readFully(entries);
        } catch (IOException e) {
            return null; // no right to look, say: every page may be a copy then
        }
        ByteBuffer read = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder());
        BitSet copies = new BitSet(pages);
        for (int i = 0; i < pages; i++) {
            long entry = read.getLong(i * ENTRY_BYTES);
            if ((entry & SWAPPED) != 0 || (entry & PRESENT) != 0 && (entry & OF_FILE) == 0) {
                copies.set(i);
            }
        }
        return copies;
    }
}
