package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Kills processes. */
@Command(
        name = "sigkill",
        sortOptions = false,
        description = {
            "Lets a process change a heap, kills it with SIGKILL, at a random moment or at the n-th store, write-back or"
                    + " fence, also while it recovers; starts the next one, which checks that all that was acknowledged"
                    + " is there and goes on. Each heap is a life of some kills."
        })
final class SigkillCommand extends KillingCommand {
    private Path parent;
    private Path folder;

    SigkillCommand() {}

    @Override
    void begin(Path where) {
        parent = where;
    }

    @Override
    Life life(long campaignSeed, int number) {
        return Life.ofProcess(campaignSeed, number);
    }

    @Override
    Place place(Life life) throws IOException {
        folder = Files.createTempDirectory(parent, "jnvm-life");
        return new LocalPlace(life, folder);
    }

    @Override
    void end(Life life, boolean failed) throws IOException {
        if (!failed) {
            RunFolder.remove(folder);
        }
    }

    @Override
    void clear() {
        // each life had a folder of its own
    }

    @Override
    String further() {
        return "";
    }
}
