package org.jnvm.fuzz;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A {@link ModelProgram} that runs until it is killed: {@code ModelChild seed folder}. Counts its steps in a file. */
final class ModelChild {
    private ModelChild() {}

    /** Runs the program. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        ModelProgram program = new ModelProgram(Long.parseLong(args[0]), folder, "killed");
        MappedByteBuffer progress;
        try (FileChannel channel = FileChannel.open(
                folder.resolve("progress"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            progress = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);
        }
        for (long done = 1; ; done++) {
            program.step();
            progress.putLong(0, done);
        }
    }
}
