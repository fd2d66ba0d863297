package org.jnvm.bench.collect;

import java.io.IOException;

/**
 * Gives a thread a processor to itself: else what it waits for is the processor, which the collecting thread or Java's compiler has for
 * some milliseconds.
 */
final class Processors {
    private Processors() {}

    /**
     * Lets the thread of a name run on the first processor, and all others on the second one.
     *
     * @param thread the name
     * @return whether that was done; not without {@code taskset}
     */
    static boolean apart(String thread) throws IOException, InterruptedException {
        String script =
                "for t in /proc/" + ProcessHandle.current().pid() + "/task/*; do " + "if [ \"$(cat $t/comm)\" = "
                        + thread + " ]; then p=0; else p=1; fi; taskset -cp $p ${t##*/} || exit 1; done";
        return new ProcessBuilder("sh", "-c", script)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
