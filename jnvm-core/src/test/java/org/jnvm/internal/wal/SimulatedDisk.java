package org.jnvm.internal.wal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A disk whose files lose, reorder and tear what was written and not forced: after a crash each sector of 512 bytes
 * holds what was forced, or any of the writes to it since.
 */
final class SimulatedDisk {
    static final int SECTOR = 512;

    private final List<SimulatedFile> files = new ArrayList<>();
    /** Call sites, as {@code Class.method}, whose forces do nothing. */
    private final Set<String> deafTo = new HashSet<>();
    /** Those whose writes do nothing, either. */
    private final Set<String> blindTo = new HashSet<>();

    private Consumer<String> observer = operation -> {};
    private int operations;

    /** Calls back before each write and force. */
    void observe(Consumer<String> wanted) {
        observer = wanted;
    }

    /** Makes forces that a method of the product asks for do nothing. */
    void ignoreForces(String site) {
        deafTo.add(site);
    }

    /** Makes writes and forces that a method of the product asks for do nothing. */
    void ignoreWrites(String site) {
        deafTo.add(site);
        blindTo.add(site);
    }

    SimulatedFile file(byte[] bytes) {
        SimulatedFile file = new SimulatedFile(bytes);
        files.add(file);
        return file;
    }

    int operations() {
        return operations;
    }

    /** Returns how many sectors may be lost. */
    int pendingSectors() {
        return files.stream().mapToInt(file -> file.pending.size()).sum();
    }

    /** Chooses for a sector which of its versions is there; 0 is the forced one. */
    interface Choice {
        int version(int sectorNumber, int versions);
    }

    /** Returns what the files hold after a crash now. */
    List<byte[]> image(Choice choice) {
        List<byte[]> images = new ArrayList<>();
        int number = 0;
        for (SimulatedFile file : files) {
            byte[] image = file.forced.clone();
            for (Map.Entry<Integer, List<byte[]>> sector : file.pending.entrySet()) {
                int version = choice.version(number++, sector.getValue().size() + 1);
                if (version > 0) {
                    int at = sector.getKey() * SECTOR;
                    if (image.length < at + SECTOR) {
                        image = Arrays.copyOf(image, at + SECTOR);
                    }
                    System.arraycopy(sector.getValue().get(version - 1), 0, image, at, SECTOR);
                }
            }
            images.add(image);
        }
        return images;
    }

    static Choice nothing() {
        return (sector, versions) -> 0;
    }

    static Choice everything() {
        return (sector, versions) -> versions - 1;
    }

    static Choice allBut(int missing) {
        return (sector, versions) -> sector == missing ? 0 : versions - 1;
    }

    static Choice only(int present) {
        return (sector, versions) -> sector == present ? versions - 1 : 0;
    }

    static Choice upTo(int first) {
        return (sector, versions) -> sector < first ? versions - 1 : 0;
    }

    static Choice random(Random random) {
        return (sector, versions) -> random.nextInt(versions);
    }

    private void operation(String what) {
        observer.accept(what);
        operations++;
    }

    private static boolean isCalledBy(Set<String> sites) {
        return !sites.isEmpty()
                && StackWalker.getInstance()
                        .walk(frames -> frames.anyMatch(frame -> sites.contains(frame.getClassName()
                                        .substring(frame.getClassName().lastIndexOf('.') + 1)
                                + "." + frame.getMethodName())));
    }

    /** A file of the disk. */
    final class SimulatedFile implements BlockFile {
        private byte[] forced;
        /** As it looks to the program. */
        private byte[] current;
        /** The versions of each sector since it was forced, oldest first. */
        private final Map<Integer, List<byte[]>> pending = new TreeMap<>();

        private IOException failure;

        private SimulatedFile(byte[] bytes) {
            forced = bytes.clone();
            current = bytes.clone();
        }

        /** Lets all further writes and forces fail. */
        void fail(String message) {
            failure = new IOException(message);
        }

        byte[] current() {
            return current.clone();
        }

        @Override
        public synchronized void write(ByteBuffer bytes, long offset) throws IOException {
            requireSound();
            operation("write");
            if (isCalledBy(blindTo)) {
                return;
            }
            int from = (int) offset;
            int to = from + bytes.remaining();
            if (current.length < to) {
                current = Arrays.copyOf(current, (to + SECTOR - 1) / SECTOR * SECTOR);
            }
            bytes.get(current, from, to - from);
            for (int sector = from / SECTOR; sector * SECTOR < to; sector++) {
                pending.computeIfAbsent(sector, none -> new ArrayList<>())
                        .add(Arrays.copyOfRange(current, sector * SECTOR, (sector + 1) * SECTOR));
            }
        }

        @Override
        public synchronized void read(ByteBuffer bytes, long offset) throws IOException {
            if (offset + bytes.remaining() > current.length) {
                throw new EOFException("at " + offset);
            }
            bytes.put(current, (int) offset, bytes.remaining());
        }

        @Override
        public synchronized void force() throws IOException {
            requireSound();
            operation("force");
            if (!isCalledBy(deafTo)) {
                forced = current.clone();
                pending.clear();
            }
        }

        private void requireSound() throws IOException {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public long size() {
            return current.length;
        }

        @Override
        public void close() {
            // nothing to give up
        }
    }
}
