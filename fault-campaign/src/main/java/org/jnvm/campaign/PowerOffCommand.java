package org.jnvm.campaign;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Cuts the power of virtual machines. */
@Command(name = "poweroff")
final class PowerOffCommand implements Callable<Integer> {
    PowerOffCommand() {}

    @Override
    public Integer call() {
        return 1;
    }
}
