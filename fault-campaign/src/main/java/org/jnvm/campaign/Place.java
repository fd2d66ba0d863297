package org.jnvm.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where the processes of a life run. */
interface Place {
    /** Returns the heap file, as the processes see it. */
    Path heap();

    /**
     * Starts the process; killing what is returned is the fault.
     *
     * @param arguments of {@link org.jnvm.campaign.work.WorkProcess}
     */
    ChildProcess start(List<String> arguments) throws IOException;

    /** Returns how much longer than in a process of this machine things take. */
    int slowness();

    /** Hears of each line that the process prints. */
    void note(String line);

    /** Returns, in a sentence, where to look when something was lost. */
    String evidence() throws IOException;
}
