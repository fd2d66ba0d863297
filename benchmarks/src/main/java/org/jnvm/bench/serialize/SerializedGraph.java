package org.jnvm.bench.serialize;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Java serialization: the whole graph is written to a new file, which is forced and then takes the place of the old one.
 * The stack must have room for as many calls as the graph is deep.
 */
final class SerializedGraph implements Graph {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private PlainItem[] items = {};

    SerializedGraph(Path file) {
        this.file = file;
    }

    @Override
    public void make(Shape shape, int objects) {
        items = PlainItem.make(shape, objects);
        write();
    }

    @Override
    public void change(int[] which, long value) {
        for (int number : which) {
            items[number].value(value);
        }
        write();
    }

    private void write() {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (FileChannel channel =
                    FileChannel.open(made, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ObjectOutputStream out = new ObjectOutputStream(
                        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES));
                out.writeObject(items[0]);
                out.flush();
                channel.force(true);
            }
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long sum() {
        try (ObjectInputStream in =
                new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            return ((PlainItem) in.readObject()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // no file is open
    }
}
