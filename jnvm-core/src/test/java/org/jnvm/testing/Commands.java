package org.jnvm.testing;

import java.io.IOException;
import java.util.List;

/** Programs of the system that tests need: mount, setpriv. */
public final class Commands {
    private Commands() {}

    /** Runs a program; tells whether it is there and ended without an error. What it prints is lost. */
    public static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
