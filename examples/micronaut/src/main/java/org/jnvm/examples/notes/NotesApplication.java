package org.jnvm.examples.notes;

import io.micronaut.runtime.Micronaut;
import io.micronaut.runtime.server.EmbeddedServer;

/** The application. It prints {@code SERVING} and its address when it answers. */
public final class NotesApplication {
    private NotesApplication() {}

    /** Runs. */
    public static void main(String[] args) {
        EmbeddedServer server = Micronaut.run(NotesApplication.class, args).getBean(EmbeddedServer.class);
        System.out.println("SERVING " + server.getURL());
    }
}
